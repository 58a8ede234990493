import { t } from '@lingui/core/macro';
import { Radio, Stack, Text } from '@mantine/core';
import { Select, TextInput } from '../../components/fields.tsx';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import { METHOD_CHOICES } from './folio-words.ts';
import type { BookingCancelCostQuery } from './generated.ts';
import { leftOf } from './refund.tsx';

type Cost = NonNullable<BookingCancelCostQuery['booking']>;

/** A way to refund the guest of a cancelled booking. */
export interface RefundWay {
  /** The payment session to refund, `recorded` or `later`. */
  readonly value: string;
  readonly kind: 'app' | 'recorded' | 'later';
  readonly label: string;
  readonly description: string;
  /** Largest refund this way. */
  readonly most: number;
  /** Amount that the field starts with. */
  readonly suggested: number;
}

/** Choices that the host made about the refund. */
export interface RefundPlan {
  readonly way?: string;
  /** Typed amount. */
  readonly amount?: string;
  readonly method?: string;
  readonly reference?: string;
}

/**
 * Lists the ways to refund a cancelled booking's guest; empty if no money is left to refund. `due` is null for a booking
 * without terms.
 */
export function refundWays({ folio, paymentSessions }: Cost, due: number | null): readonly RefundWay[] {
  const most = folio?.refundable ?? 0;
  if (most === 0) return [];
  const start = Math.min(due ?? most, most);
  const apps = (paymentSessions ?? []).flatMap((session): readonly RefundWay[] => {
    const left = Math.min(leftOf(session), most);
    const payment = folio?.payments.find(({ paymentSessionId }) => paymentSessionId === session.id);
    const isBlocked = !session.appRefunds || payment?.dispute?.status === 'open';
    if (session.status !== 'RESOLVED' || isBlocked || left <= 0) return [];
    const { id, appSlug, currency, amount } = session;
    return [
      {
        value: id,
        kind: 'app',
        label: t`Request it from ${appSlug}`,
        description: t`From the payment of ${currency} ${amount}. The app reports when the money is refunded.`,
        most: left,
        suggested: Math.min(start, left),
      },
    ];
  });
  const recorded: RefundWay = {
    value: 'recorded',
    kind: 'recorded',
    label: t`It's already paid back`,
    description: t`Records a refund that you made yourself, for example by bank transfer.`,
    most,
    suggested: start,
  };
  const later: RefundWay = {
    value: 'later',
    kind: 'later',
    label: due === null ? t`No refund` : t`Later`,
    description:
      due === null
        ? t`You can still record or request one on this page.`
        : t`Today lists the refund until someone requests or records it.`,
    most: 0,
    suggested: 0,
  };
  return [...apps, recorded, later];
}

/** Returns the way that's chosen first: an app refunds what is due. No one claims that money was already paid back. */
export const preferredWay = (ways: readonly RefundWay[], due: number | null): RefundWay | null =>
  ways.find(({ kind }) => kind === (due === null ? 'later' : 'app')) ??
  ways.find(({ kind }) => kind === 'later') ??
  null;

/** Returns the amount to refund now in minor units; null if the text isn't an amount, or for later. */
export function amountOf(
  { amount }: RefundPlan,
  { kind, suggested }: RefundWay,
  currency: string,
): number | null {
  if (kind === 'later') return null;
  return amount === undefined ? suggested : minorUnits(amount, currency);
}

/** Returns the reason why the amount can't be refunded; null if it can. */
export function refundFault(plan: RefundPlan, way: RefundWay, currency: string): string | null {
  if (way.kind === 'later') return null;
  const amount = amountOf(plan, way, currency);
  if (amount === null || amount === 0) return t`Enter an amount in ${currency} above 0.`;
  return amount > way.most ? t`At most ${money(way.most, currency)} can be refunded this way.` : null;
}

interface CancelRefundProps {
  readonly ways: readonly RefundWay[];
  readonly way: RefundWay;
  readonly plan: RefundPlan;
  readonly setPlan: (plan: RefundPlan) => void;
  readonly currency: string;
  readonly due: number | null;
  readonly fault: string | null;
}

/** Asks how the guest gets the refund, and how much of it now. */
export function CancelRefund({ ways, way, plan, setPlan, currency, due, fault }: CancelRefundProps) {
  const set = (change: RefundPlan) => setPlan({ ...plan, ...change });
  const { amount: _typed, ...rest } = plan;
  return (
    <Stack>
      <Radio.Group label={t`Refund`} value={way.value} onChange={(value) => setPlan({ ...rest, way: value })}>
        <Stack gap="xs" mt="xs">
          {ways.map(({ value, label, description }) => (
            <Radio key={value} {...{ value, label, description }} />
          ))}
        </Stack>
      </Radio.Group>
      {way.kind === 'recorded' && (
        <Select
          field="method"
          label={t`Method`}
          data={METHOD_CHOICES}
          value={plan.method ?? 'bank_transfer'}
          onChange={(method) => set({ method: method ?? 'bank_transfer' })}
          allowDeselect={false}
        />
      )}
      {way.kind !== 'later' && (
        <TextInput
          field="amount"
          label={t`Amount (${currency})`}
          description={t`Up to ${money(way.most, currency)} can be refunded this way.`}
          required
          inputMode="decimal"
          maxLength={20}
          value={plan.amount ?? plainAmount(way.suggested, currency)}
          onChange={(event) => set({ amount: event.currentTarget.value })}
          error={fault}
        />
      )}
      {way.kind === 'recorded' && (
        <TextInput
          field="reference"
          label={t`Reference`}
          description={t`For example, the transfer reference.`}
          maxLength={255}
          value={plan.reference ?? ''}
          onChange={(event) => set({ reference: event.currentTarget.value })}
        />
      )}
      {due !== null && way.kind !== 'later' && fault === null && (
        <Difference due={due} amount={amountOf(plan, way, currency) ?? 0} currency={currency} />
      )}
    </Stack>
  );
}

interface DifferenceProps {
  readonly due: number;
  readonly amount: number;
  readonly currency: string;
}

/** Explains what happens to the difference between the refund and the amount due. */
function Difference({ due, amount, currency }: DifferenceProps) {
  if (amount === due) return null;
  return (
    <Text size="sm" c="dimmed">
      {amount < due
        ? t`The remaining ${money(due - amount, currency)} stays due and is listed on Today.`
        : t`That's ${money(amount - due, currency)} more than is due, so the guest then owes it. To give up the fee, waive it instead.`}
    </Text>
  );
}
