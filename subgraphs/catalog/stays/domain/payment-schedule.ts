import type { IsoDate } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import type { PaymentMode, PaymentTerms } from '../../rates/domain/rate-plan.ts';

/** The amounts due for a total, and when. */
export interface PaymentSchedule {
  /** Also `now` if a deposit's balance would be due immediately. */
  readonly mode: PaymentMode;
  /** Amount that confirms the booking; 0 if everything is paid at the property. */
  readonly dueNow: Minor;
  /** Due date in the property's time zone; null if no balance remains. */
  readonly balanceDueOn: IsoDate | null;
}

/** A booking line: its weight in the total, and its plan's payment terms. */
export interface ScheduledLine {
  readonly subtotal: Minor;
  readonly payment: PaymentTerms;
}

/** A stay and its booking day, both in the property's time zone. */
export interface ScheduledStay {
  readonly checkIn: IsoDate;
  readonly bookedOn: IsoDate;
}

/** The entire total due now. */
export const paidAtOnce = (total: Minor): PaymentSchedule => ({
  mode: 'now',
  dueNow: total,
  balanceDueOn: null,
});

/**
 * The amounts due for a total, and when. Fees and taxes are divided among the lines by accommodation; each
 * line pays its part under its plan's terms, and all balances are due together, on the earliest due date
 * among them. A deposit is paid in full if its balance would be due on the booking day or earlier. See
 * docs/interface/catalog.md#payment-of-a-stay.
 */
export function paymentSchedule(
  total: Minor,
  lines: readonly ScheduledLine[],
  stay: ScheduledStay,
): PaymentSchedule {
  const shares = allocate(
    total,
    lines.map(({ subtotal }) => subtotal),
  );
  const parts = lines.map(({ payment }, place) => partOf(payment, shares[place] ?? 0, stay));
  const balanceDueOn = parts.flatMap((part) => part.balanceDueOn ?? []).sort()[0] ?? null;
  if (balanceDueOn === null) return paidAtOnce(total);
  const mode = parts.every((part) => part.mode === 'at_property') ? 'at_property' : 'deposit';
  return { mode, dueNow: parts.reduce((sum, { dueNow }) => sum + dueNow, 0), balanceDueOn };
}

function partOf(
  { mode, depositPercent, balanceDaysBefore }: PaymentTerms,
  share: Minor,
  { checkIn, bookedOn }: ScheduledStay,
): PaymentSchedule {
  if (mode === 'at_property') return { mode, dueNow: 0, balanceDueOn: checkIn };
  if (mode === 'now' || depositPercent === null) return paidAtOnce(share);
  const dueOn = Temporal.PlainDate.from(checkIn)
    .subtract({ days: balanceDaysBefore ?? 0 })
    .toString();
  const deposit = percentUp(share, depositPercent);
  if (dueOn <= bookedOn || deposit >= share) return paidAtOnce(share);
  return { mode, dueNow: deposit, balanceDueOn: dueOn };
}

/** A percentage, rounded up to a whole minor unit: exact, even if the product isn't a safe integer. */
const percentUp = (amount: Minor, percent: number): Minor =>
  Number((BigInt(amount) * BigInt(percent) + 99n) / 100n);
