import { type CancellationCost, type CancellationTerms, isFree, isFullPrice } from '#kit/cancellation.ts';
import { LONGEST_STAY } from '#schema/limits.ts';
import type { EditMistake } from '../../domain/content-change.ts';
import { isTimeOfDay } from '../../domain/places.ts';

/** Tiers of a policy at most. */
export const MOST_TIERS = 10;
/** A tier ends a year before check-in at the earliest. */
const MOST_HOURS = 8_760;
const HIGHEST_AMOUNT = 100_000_000;

/** Check-in of most houses: what hours are counted from where nothing is given. */
const USUAL_TIME = '18:00';

interface GivenCost {
  readonly refundPercent?: number | null;
  readonly feeNights?: number | null;
  readonly feeAmount?: number | null;
}

/** Terms as a client gives them. */
export interface GivenTerms {
  readonly tiers: readonly (GivenCost & { readonly hoursBefore: number })[];
  readonly afterLast: GivenCost;
  readonly timeOfDay?: string | null;
}

/** Terms of a new policy: fields of their own, or one value in place of them. */
export interface GivenAnyTerms {
  readonly tiers?: GivenTerms['tiers'] | null;
  readonly afterLast?: GivenCost | null;
  readonly timeOfDay?: string | null;
  readonly terms?: GivenTerms | null;
}

/** What applies after the last tier where nothing is given. */
const NOTHING_BACK: GivenCost = { refundPercent: 0 };

/** The terms that are given one way, and the field they are in; or why they are not. */
export function onlyTerms({ tiers, afterLast, timeOfDay, terms }: GivenAnyTerms) {
  const single = tiers ?? afterLast ?? timeOfDay ?? null;
  if (terms) {
    const twice = 'Give tiers, afterLast and timeOfDay, or terms in place of them.';
    return single === null ? { terms, within: ['terms'] } : { mistake: { field: 'terms', message: twice } };
  }
  if (tiers)
    return {
      terms: { tiers, afterLast: afterLast ?? NOTHING_BACK, timeOfDay: timeOfDay ?? null },
      within: [],
    };
  const none = 'Give the tiers; [] where the same applies until check-in.';
  return { mistake: { field: 'tiers', message: none } };
}

/**
 * Everything that is wrong with terms, or the terms as they are kept. Each tier costs more than the one before: between free and
 * the full price all count the same way, because otherwise it would depend on the booking which of two costs more.
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
    ...mistakeIf(tiers.length > MOST_TIERS, 'tiers', `A policy has at most ${MOST_TIERS} tiers.`),
    ...mistakeIf(!isTimeOfDay(terms.timeOfDay), 'timeOfDay', 'A time is HH:MM, for example 18:00.'),
    ...steps.flatMap(([field, cost]) => mistakeIf(!isOneCost(cost), field, ONE)),
  ];
  if (mistakes.length > 0) return { mistakes };
  const wrong = [
    ...terms.tiers.flatMap(({ hoursBefore }, place) => {
      const before = terms.tiers[place - 1]?.hoursBefore ?? MOST_HOURS + 1;
      return mistakeIf(
        hoursBefore < 1 || hoursBefore >= before,
        `tiers.${place}`,
        `Tiers end 1 to ${MOST_HOURS} hours before check-in, the farthest first.`,
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
  'Cancelling later must cost more than cancelling earlier, and between free and the full price all tiers count the same way: in percent, in nights or as an amount.';

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

/** Whether a cost is higher than another one for every booking. */
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
