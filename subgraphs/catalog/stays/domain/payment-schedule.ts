import type { IsoDate } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import type { PaymentMode, PaymentTerms } from '../../rates/domain/rate-plan.ts';

/** What of a total is due when. */
export interface PaymentSchedule {
  /** `now` also where the balance of a deposit would be due at once. */
  readonly mode: PaymentMode;
  /** What confirms the booking; 0 where all of it is paid at the property. */
  readonly dueNow: Minor;
  /** By the clock of the property; null where nothing is left. */
  readonly balanceDueOn: IsoDate | null;
}

/** A line of a booking: what it weighs in the total, and how its plan has it paid. */
export interface ScheduledLine {
  readonly subtotal: Minor;
  readonly payment: PaymentTerms;
}

/** A stay that is booked on a day, both by the clock of its property. */
export interface ScheduledStay {
  readonly checkIn: IsoDate;
  readonly bookedOn: IsoDate;
}

/** All of a total now. */
export const paidAtOnce = (total: Minor): PaymentSchedule => ({
  mode: 'now',
  dueNow: total,
  balanceDueOn: null,
});

/**
 * What of a total is due when. Fees and taxes are shared among the lines by their accommodation; each line pays its share as its plan
 * has it, and what is left of all of them is due together, on the earliest day of any. A deposit whose balance would be due on the day
 * of booking or earlier is paid whole. See docs/interface/catalog.md#payment-of-a-stay.
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

/** A percentage, rounded up to a whole minor unit: exact, also where the product is no safe integer. */
const percentUp = (amount: Minor, percent: number): Minor =>
  Number((BigInt(amount) * BigInt(percent) + 99n) / 100n);
