import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_RATE_CHANGES } from '#schema/limits.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import type { RateChange, RatesAdjustInput, UserError } from '../../generated.ts';
import type { NamedRateChanges, RateChanges } from '../domain/rate-rules.ts';
import { plannedRates } from '../store/plan-rates.ts';

/** Result for both the preview and the change: `adjustment` is null only if the input was refused. */
export interface AdjustedRates {
  readonly adjustment: NamedRateChanges | null;
  readonly userErrors: UserError[];
}

/** Previews rate rules against the current nights. See docs/interface/catalog.md#rate-rules. */
export async function previewRates(ctx: SubgraphContext, input: RatesAdjustInput): Promise<AdjustedRates> {
  const planned = await plannedRates(ctx, statements(ctx), input, { lock: false });
  if ('errors' in planned) return { adjustment: null, userErrors: [...planned.errors] };
  return { adjustment: planned.plan, userErrors: [] };
}

/** The first changes in a plan, for listing. Throws `BAD_USER_INPUT` for fewer than one or too many. */
export function listChanges({ changes }: RateChanges, first: number): RateChange[] {
  if (first < 1 || first > MAX_RATE_CHANGES) throw badInput(`first must be 1 to ${MAX_RATE_CHANGES}.`);
  return changes.slice(0, first).map(({ unitTypeId, day, before, after, own }) => ({
    unitTypeId: String(unitTypeId),
    date: dateOfEpochDay(day).toString(),
    before,
    after,
    usual: own === null,
  }));
}
