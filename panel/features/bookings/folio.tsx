import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { dayAndYear, instant } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { AddCharge } from './add-charge.tsx';
import classes from './bookings.module.css';
import { methodWords } from './folio-words.ts';
import {
  type BookingDetailQuery,
  type BookingFolioFragment,
  type FolioChargeKind,
  type FolioRefundStatus,
  folioChargeOffDocument,
  folioPaymentOffDocument,
  type PaymentDisputeStatus,
} from './generated.ts';
import { MoneyFacts } from './money-facts.tsx';
import { RecordPayment } from './record-payment.tsx';
import { RecordRefund } from './record-refund.tsx';

type Booking = NonNullable<BookingDetailQuery['booking']>;
type Charge = BookingFolioFragment['charges'][number];
type Payment = BookingFolioFragment['payments'][number];

const KINDS: Readonly<Record<FolioChargeKind, string>> = translated({
  accommodation: msg`Stay`,
  fee: msg`Fee`,
  tax: msg`Tax`,
  extra: msg`Extra`,
  discount: msg`Discount`,
  cancellation: msg`Cancellation fee`,
  adjustment: msg`Adjustment`,
});

const REFUNDS: Readonly<Record<FolioRefundStatus, readonly [Tone, string]>> = translated({
  due: ['waiting', msg`Due`],
  requested: ['waiting', msg`Requested`],
  refunded: ['good', msg`Refunded`],
  failed: ['bad', msg`Failed`],
});

const DISPUTES: Readonly<Record<PaymentDisputeStatus, readonly [Tone, string]>> = translated({
  open: ['bad', msg`Disputed`],
  won: ['good', msg`Dispute won`],
  lost: ['over', msg`Dispute lost`],
});

interface FolioProps {
  readonly booking: Booking;
  readonly folio: BookingFolioFragment;
}

/** A booking's account: charges, payments, refunds and balance, with their actions. */
export function Folio({ booking, folio }: FolioProps) {
  const { charges, payments, refunds, currency, total, paid, refunded, balance } = folio;
  const isManager = isOneOf(useTeam(), ['manager']);
  const isOpen = booking.status !== 'released';
  const isRunning = booking.status === 'held' || booking.status === 'confirmed';
  return (
    <Panel title={t`Folio`}>
      <Stack gap="lg">
        <Group gap="xs">
          {isOpen && <RecordPayment booking={booking} folio={folio} />}
          {isOpen && <AddCharge booking={booking} />}
          {isManager && <RecordRefund booking={booking} folio={folio} />}
        </Group>
        <Table aria-label={t`Folio`} horizontalSpacing={0} className={classes.folio ?? ''}>
          <Rows title={t`Charges`}>
            {charges.map((charge) => (
              <Entry
                key={charge.id}
                amount={charge.amount}
                currency={currency}
                isDim={isUndone(charge, charges)}
              >
                <ChargeName charge={charge} charges={charges} canRemove={isOpen} currency={currency} />
              </Entry>
            ))}
            <Sum title={t`Total`} amount={total} currency={currency} />
          </Rows>
          <Rows title={t`Payments`}>
            {payments.map((payment) => (
              <Entry
                key={payment.id}
                amount={payment.amount}
                currency={currency}
                isDim={isUndone(payment, payments)}
              >
                <PaymentName payment={payment} payments={payments} currency={currency} />
              </Entry>
            ))}
            <Sum title={t`Paid`} amount={paid} currency={currency} />
          </Rows>
          {refunds.length > 0 && (
            <Rows title={t`Refunds`}>
              {refunds.map(({ id, amount, method, status, reference, updatedAt }) => {
                const [tone, words] = REFUNDS[status];
                return (
                  <Entry key={id} amount={amount} currency={currency} isDim={status === 'failed'}>
                    <Group gap="xs">
                      <span>{methodWords(method)}</span>
                      <StatusBadge tone={tone}>{words}</StatusBadge>
                    </Group>
                    <Details parts={[instant(updatedAt), reference]} />
                  </Entry>
                );
              })}
              <Sum title={t`Refunded`} amount={refunded} currency={currency} />
            </Rows>
          )}
          <Table.Tbody>
            <Sum
              title={balance < 0 ? t`Owed to the guest` : t`Balance`}
              amount={Math.abs(balance)}
              currency={currency}
            />
          </Table.Tbody>
        </Table>
        {isRunning && <MoneyFacts payment={booking.payment} currency={currency} isBrief />}
      </Stack>
    </Panel>
  );
}

interface Reversible {
  readonly id: string;
  readonly reverses: string | null;
}

/** True for a reversal, and for the entry that it reverses. */
const isUndone = ({ id, reverses }: Reversible, entries: readonly Reversible[]): boolean =>
  reverses !== null || entries.some((other) => other.reverses === id);

function Rows({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="rowgroup" colSpan={2} pt="md">
          {title}
        </Table.Th>
      </Table.Tr>
      {children}
    </Table.Tbody>
  );
}

interface EntryProps {
  readonly amount: number;
  readonly currency: string;
  readonly isDim: boolean;
  readonly children: ReactNode;
}

function Entry({ amount, currency, isDim, children }: EntryProps) {
  return (
    <Table.Tr {...(isDim && { c: 'dimmed' })}>
      <Table.Td>{children}</Table.Td>
      <Table.Td ta="right" w="1%" className={classes.reference ?? ''}>
        {money(amount, currency)}
      </Table.Td>
    </Table.Tr>
  );
}

function Sum({
  title,
  amount,
  currency,
}: Omit<EntryProps, 'isDim' | 'children'> & { readonly title: string }) {
  return (
    <Table.Tr fw={700}>
      <Table.Th scope="row" fw="inherit">
        {title}
      </Table.Th>
      <Table.Td ta="right" w="1%" className={classes.reference ?? ''}>
        {money(amount, currency)}
      </Table.Td>
    </Table.Tr>
  );
}

function Details({ parts }: { readonly parts: readonly (string | null)[] }) {
  return (
    <Text size="sm" c="dimmed">
      {parts.filter((part) => part !== null && part !== '').join(' · ')}
    </Text>
  );
}

interface ChargeNameProps {
  readonly charge: Charge;
  readonly charges: readonly Charge[];
  readonly canRemove: boolean;
  readonly currency: string;
}

function ChargeName({ charge, charges, canRemove, currency }: ChargeNameProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(folioChargeOffDocument);
  const { id, name, kind, amount, quantity, date, reverses } = charge;
  const isRemovable = canRemove && !isUndone(charge, charges) && (kind === 'extra' || kind === 'adjustment');
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div>
        {quantity > 1 ? `${quantity} × ${name}` : name}
        {reverses !== null && (
          <Badge ml="xs" size="sm" variant="light" color="gray">
            <Trans>Removed</Trans>
          </Badge>
        )}
        <Details parts={[KINDS[kind], dayAndYear(date)]} />
      </div>
      {isRemovable && (
        <ConfirmButton
          size="compact-xs"
          aria-label={t`Remove ${name}`}
          title={t`Remove ${name}?`}
          text={t`${money(amount, currency)} and the taxes added to it are reversed. Both entries stay in the folio.`}
          confirmLabel={t`Remove`}
          onConfirm={() => mutateAsync({ id })}
          isPending={isPending}
          error={error}
        >
          <Trans>Remove</Trans>
        </ConfirmButton>
      )}
    </Group>
  );
}

interface PaymentNameProps {
  readonly payment: Payment;
  readonly payments: readonly Payment[];
  readonly currency: string;
}

function PaymentName({ payment, payments, currency }: PaymentNameProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(folioPaymentOffDocument);
  const { id, method, amount, receivedAt, reference, paymentSessionId, reverses, dispute } = payment;
  const isManager = isOneOf(useTeam(), ['manager']);
  const isVoidable = isManager && paymentSessionId === null && !isUndone(payment, payments);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <div>
        {methodWords(method)}
        {reverses !== null && (
          <Badge ml="xs" size="sm" variant="light" color="gray">
            {payments.find(({ id: other }) => other === reverses)?.dispute ? t`Dispute lost` : t`Voided`}
          </Badge>
        )}
        {dispute && (
          <Group gap="xs">
            <StatusBadge tone={DISPUTES[dispute.status][0]}>{DISPUTES[dispute.status][1]}</StatusBadge>
            <span>{money(dispute.amount, currency)}</span>
          </Group>
        )}
        <Details parts={[instant(receivedAt), reference]} />
      </div>
      {isVoidable && (
        <ConfirmButton
          size="compact-xs"
          aria-label={t`Void the payment of ${money(amount, currency)}`}
          title={t`Void the payment of ${money(amount, currency)}?`}
          text={t`The payment is reversed, which adds ${money(amount, currency)} to the balance. A confirmed booking stays confirmed.`}
          confirmLabel={t`Void`}
          onConfirm={() => mutateAsync({ id })}
          isPending={isPending}
          error={error}
        >
          <Trans>Void</Trans>
        </ConfirmButton>
      )}
    </Group>
  );
}
