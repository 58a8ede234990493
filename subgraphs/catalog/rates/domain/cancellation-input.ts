import { type CancellationCost, type CancellationTerms, isFree, isFullPrice } from '#kit/cancellation.ts';
import { isTimeOfDay } from '#kit/dates.ts';
import { LONGEST_STAY } from '#schema/limits.ts';
import type { EditMistake } from '../../domain/content-change.ts';

/** Maximum number of tiers in a policy. */
export const MOST_TIERS = 10;
/** The earliest a tier can end: a year before check-in. */
const MOST_HOURS = 8_760;
const HIGHEST_AMOUNT = 100_000_000;

/** Default time for counting hours: a usual check-in time. */
const USUAL_TIME = '18:00';

interface GivenCost {
  readonly refundPercent?: number | null;
  readonly feeNights?: number | null;
  readonly feeAmount?: number | null;
}

/** Cancellation terms in a client's input. */
export interface GivenTerms {
  readonly tiers: readonly (GivenCost & { readonly hoursBefore: number })[];
  readonly afterLast: GivenCost;
  readonly timeOfDay?: string | null;
}

/** A new policy's terms: separate fields, or one value that replaces them. */
export interface GivenAnyTerms {
  readonly tiers?: GivenTerms['tiers'] | null;
  readonly afterLast?: GivenCost | null;
  readonly timeOfDay?: string | null;
  readonly terms?: GivenTerms | null;
}

/** Default cost after the last tier. */
const NOTHING_BACK: GivenCost = { refundPercent: 0 };

/** The terms, which must be given in exactly one way, with their field; or the errors. */
export function onlyTerms({ tiers, afterLast, timeOfDay, terms }: GivenAnyTerms) {
  const single = tiers ?? afterLast ?? timeOfDay ?? null;
  if (terms) {
    const twice = 'Give either tiers, afterLast and timeOfDay, or terms instead.';
    return single === null ? { terms, within: ['terms'] } : { mistake: { field: 'terms', message: twice } };
  }
  if (tiers)
    return {
      terms: { tiers, afterLast: afterLast ?? NOTHING_BACK, timeOfDay: timeOfDay ?? null },
      within: [],
    };
  const none = 'Give the tiers, or [] if the same cost applies until check-in.';
  return { mistake: { field: 'tiers', message: none } };
}

/**
 * Normalizes terms, or returns all validation errors. Each tier must cost more than the previous one. All
 * tiers between free and the full price use the same unit of cost, because otherwise it would depend on the
 * booking which of them is more expensive.
 */
export function readTerms({ tiers, afterLast, timeOfDay }: GivenTerms) {
  const terms: CancellationTerms = {
    tiers: tiers.map((tier) => ({ hoursBefore: tier.hoursBefore, ...costOf(tier) })),
    afterLast: costOf(afterLast),
    timeOfDay: timeOfDay ?? USUAL_TIME,
  };
  const steps: readonly (readonly [field: string, cost: CancellationCost])[] = [
    ...terms.tiers.map((tier, place) => [`tiers.${place}`, tier] as const),
    ['afterLast', terms.afterLast],
  ];
  const mistakes: EditMistake[] = [
    ...mistakeIf(tiers.length > MOST_TIERS, 'tiers', `A policy can have at most ${MOST_TIERS} tiers.`),
    ...mistakeIf(!isTimeOfDay(terms.timeOfDay), 'timeOfDay', 'A time must be HH:MM, for example 18:00.'),
    ...steps.flatMap(([field, cost]) => mistakeIf(!isOneCost(cost), field, ONE)),
  ];
  if (mistakes.length > 0) return { mistakes };
  const wrong = [
    ...terms.tiers.flatMap(({ hoursBefore }, place) => {
      const before = terms.tiers[place - 1]?.hoursBefore ?? MOST_HOURS + 1;
      return mistakeIf(
        hoursBefore < 1 || hoursBefore >= before,
        `tiers.${place}`,
        `Tiers must end 1 to ${MOST_HOURS} hours before check-in, farthest first.`,
      );
    }),
    ...steps.flatMap(([field, cost], place) => {
      const before = steps[place - 1]?.[1];
      return mistakeIf(before !== undefined && !costsMore(cost, before), field, MORE);
    }),
  ];
  return wrong.length > 0 ? { mistakes: wrong } : { terms };
}

const ONE = `Give exactly one of refundPercent (0 to 100), feeNights (1 to ${LONGEST_STAY}) and feeAmount (1 to ${HIGHEST_AMOUNT} minor units).`;
const MORE =
  'Cancelling later must cost more than cancelling earlier, and all tiers between free and the full price must use the same measure: a percentage, nights or an amount.';

const costOf = ({ refundPercent, feeNights, feeAmount }: GivenCost): CancellationCost => ({
  refundPercent: refundPercent ?? null,
  feeNights: feeNights ?? null,
  feeAmount: feeAmount ?? null,
});

function isOneCost({ refundPercent, feeNights, feeAmount }: CancellationCost): boolean {
  const within = (value: number | null, least: number, most: number) =>
    value === null || (Number.isInteger(value) && value >= least && value <= most);
  return (
    [refundPercent, feeNights, feeAmount].filter((value) => value !== null).length === 1 &&
    within(refundPercent, 0, 100) &&
    within(feeNights, 1, LONGEST_STAY) &&
    within(feeAmount, 1, HIGHEST_AMOUNT)
  );
}

/** True if one cost is higher than the other for every booking. */
function costsMore(later: CancellationCost, earlier: CancellationCost): boolean {
  if (isFree(earlier)) return !isFree(later);
  if (isFullPrice(later)) return !isFullPrice(earlier);
  if (later.refundPercent !== null && earlier.refundPercent !== null)
    return later.refundPercent < earlier.refundPercent;
  if (later.feeNights !== null && earlier.feeNights !== null) return later.feeNights > earlier.feeNights;
  return later.feeAmount !== null && earlier.feeAmount !== null && later.feeAmount > earlier.feeAmount;
}

const mistakeIf = (wrong: boolean, field: string, message: string): readonly EditMistake[] =>
  wrong ? [{ field, message }] : [];
