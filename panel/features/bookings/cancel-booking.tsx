import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Checkbox } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { money } from '../../format/money.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import {
  amountOf,
  CancelRefund,
  preferredWay,
  type RefundPlan,
  type RefundWay,
  refundFault,
  refundWays,
} from './cancel-refund.tsx';
import {
  type BookingCancelCostQuery,
  type BookingRowFragment,
  bookingCalledOffDocument,
  bookingCancelCostDocument,
  folioRefundDocument,
  refundOpenDocument,
} from './generated.ts';
import { isOngoing } from './stay-moves.ts';

type Booking = Pick<BookingRowFragment, 'id' | 'reference' | 'currency' | 'status' | 'stay'>;
type Cost = NonNullable<BookingCancelCostQuery['booking']>;

/** Cancels a booking and refunds its guest in one dialog; hidden if it has ended or its guests have left. */
export function CancelBooking({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      {isOngoing(booking) && (
        <Button size="xs" variant="default" onClick={open}>
          <Trans>Cancel booking</Trans>
        </Button>
      )}
      {opened && (
        <OpenDialog onClose={close} title={t`Cancel ${booking.reference}?`} centered>
          <Cancelling booking={booking} close={close} />
        </OpenDialog>
      )}
    </>
  );
}

/** Progress: the refund is only made once the booking is cancelled, and can be repeated without cancelling again. */
interface Progress {
  /** Cost at the time of the cancellation. */
  readonly cost: Cost;
  readonly isCancelled: boolean;
}

function Cancelling({ booking, close }: { readonly booking: Booking; readonly close: () => void }) {
  const { id, currency } = booking;
  const isManager = isOneOf(useTeam(), ['manager']);
  const [waiveFee, setWaiveFee] = useState(false);
  const [plan, setPlan] = useState<RefundPlan>({});
  const [progress, setProgress] = useState<Progress | null>(null);
  const { data, error: unread, refetch } = useTeamQuery(bookingCancelCostDocument, { id, waiveFee });
  const cancel = useTeamMutation(bookingCalledOffDocument);
  const request = useTeamMutation(refundOpenDocument);
  const record = useTeamMutation(folioRefundDocument);
  const cost = progress?.cost ?? data?.booking ?? null;
  if (!cost)
    return unread ? <ErrorNote error={unread} onRetry={refetch} /> : <Loading label={t`Loading the fee`} />;
  const quote = cost.cancelQuote;
  if (!quote)
    return (
      <Text>
        <Trans>This booking has already ended.</Trans>
      </Text>
    );

  const due = quote.refund;
  const ways = isManager && due !== 0 ? refundWays(cost, due) : [];
  const way = ways.find(({ value }) => value === plan.way) ?? preferredWay(ways, due);
  const amount = way ? amountOf(plan, way, currency) : null;
  const fault = way ? refundFault(plan, way, currency) : null;

  const refund = async () => {
    if (!way || amount === null) return;
    const { method = 'bank_transfer', reference = '' } = plan;
    if (way.kind === 'app') {
      const reason = t`The booking was cancelled.`;
      await request.mutateAsync({ input: { paymentSessionId: way.value, amount, reason } });
    }
    if (way.kind === 'recorded') {
      const input = { bookingId: id, method, amount, reference: reference.trim() || null };
      await record.mutateAsync({ input });
    }
  };
  const confirm = async () => {
    if (!progress?.isCancelled) {
      setProgress({ cost, isCancelled: false });
      const input = { id, waiveFee, ...(isManager && { automaticRefund: false }) };
      await cancel.mutateAsync({ input }).catch((error: unknown) => {
        setProgress(null);
        throw error;
      });
      setProgress({ cost, isCancelled: true });
    }
    await refund();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || isPending) return;
    confirm().then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  const isPending = cancel.isPending || request.isPending || record.isPending;
  const error = cancel.error ?? request.error ?? record.error;
  const isCancelled = progress?.isCancelled ?? false;
  return (
    <Form error={error} onSubmit={submit}>
      <Stack>
        <Text>
          {isCancelled
            ? t`The booking is cancelled, but its refund failed. What is due back stays on Today until someone refunds it.`
            : t`Its nights become available again and its tasks are cancelled. This can't be undone.`}
        </Text>
        <Facts facts={costFacts(cost, quote, currency)} />
        {!isCancelled && (waiveFee || (quote.fee ?? 0) > 0) && (
          <Checkbox
            field="waiveFee"
            label={t`Waive the fee`}
            checked={waiveFee}
            onChange={(event) => setWaiveFee(event.currentTarget.checked)}
          />
        )}
        {way && <CancelRefund {...{ ways, way, plan, setPlan, currency, due, fault }} />}
        {!isManager && cost.folio !== null && due !== 0 && cost.folio.refundable > 0 && (
          <Text size="sm" c="dimmed">
            <Trans>
              The refund starts immediately if automatic refunds are on and the payment app supports them;
              otherwise, it's listed on Today.
            </Trans>
          </Text>
        )}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {isCancelled ? t`Close` : t`Go back`}
          </Button>
          <Button type="submit" color="red.8" loading={isPending} disabled={fault !== null}>
            {isCancelled ? t`Try the refund again` : confirmWords(way, amount, currency)}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Labels the confirming button with everything it does. */
function confirmWords(way: RefundWay | null, amount: number | null, currency: string): string {
  if (!way || way.kind === 'later' || amount === null) return t`Cancel the booking`;
  return way.kind === 'app'
    ? t`Cancel and request ${money(amount, currency)}`
    : t`Cancel and record ${money(amount, currency)}`;
}

/** Lists what was paid, the fee, and what's due to whom. */
function costFacts({ folio }: Cost, quote: NonNullable<Cost['cancelQuote']>, currency: string) {
  const { fee, refund, owed } = quote;
  const paid = folio?.paid ?? 0;
  const given = Math.max(0, paid - (folio?.refundable ?? 0));
  return [
    [t`Paid`, paid === 0 ? t`Nothing` : money(paid, currency)],
    ...(given > 0 ? ([[t`Refunded or requested`, money(given, currency)]] as const) : []),
    [t`Cancellation fee`, fee === null ? t`No terms` : money(fee, currency)],
    ...(refund === null
      ? paid > given
        ? ([[t`Due back to the guest`, t`You decide`]] as const)
        : []
      : ([[t`Due back to the guest`, money(refund, currency)]] as const)),
    ...(owed > 0 ? ([[t`The guest still owes`, money(owed, currency)]] as const) : []),
  ] as const;
}
