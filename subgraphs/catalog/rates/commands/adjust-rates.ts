import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import type { RatesAdjustInput, UserError } from '../../generated.ts';
import { nextVersion } from '../../store/next-version.ts';
import type { RateChange } from '../domain/rate-rules.ts';
import type { AdjustedRates } from '../queries/preview-rates.ts';
import { type AdjustedUnitType, plannedRates } from '../store/plan-rates.ts';
import { writeRates } from '../store/priced-nights.ts';

/**
 * Sets rates by rules in one transaction, with the nights locked: applies all rules, or none and returns all
 * the reasons. With a preview's fingerprint, makes exactly the previewed changes, or none and returns
 * `STALE`. Publishes `rates.updated` for each unit type with changed rates. See
 * docs/interface/catalog.md#rate-rules.
 */
export async function adjustRates(
  ctx: SubgraphContext,
  input: RatesAdjustInput,
  fingerprint: string | null,
): Promise<AdjustedRates> {
  const adjusted = await inTransaction(ctx, async (em): Promise<AdjustedRates> => {
    const db = statements(em);
    const planned = await plannedRates(ctx, db, input, { lock: true });
    if ('errors' in planned) return { adjustment: null, userErrors: [...planned.errors] };
    const { plan, unitTypes } = planned;
    if (fingerprint !== null && fingerprint !== plan.fingerprint) {
      return { adjustment: null, userErrors: [OUTDATED] };
    }
    if (plan.changes.length === 0) return { adjustment: plan, userErrors: [] };
    await writeRates(db, plan.changes);
    const byUnitType = Map.groupBy(plan.changes, ({ unitTypeId }) => unitTypeId);
    const changed = unitTypes.filter(({ id }) => byUnitType.has(id));
    for (const unitType of changed) await announce(ctx, em, unitType, byUnitType.get(unitType.id) ?? []);
    await recordUnlessRepeated(ctx, em, changed[0]?.teamId ?? 0, {
      kind: 'prices.set',
      subject: changed.map(({ name }) => name).join(', '),
      change: `${plan.changes.length} nights by ${input.rules.length} rules`,
    });
    return { adjustment: plan, userErrors: [] };
  });
  ctx.services.catalog.readModel.nightsChanged();
  return adjusted;
}

const OUTDATED: UserError = {
  code: 'STALE',
  field: ['fingerprint'],
  message: 'The rates have changed since the preview. Preview them again.',
};

/** Publishes a unit type's changed rates, from the first to the last changed night. */
async function announce(
  ctx: SubgraphContext,
  em: Transaction,
  { id, propertyId, teamId }: AdjustedUnitType,
  changes: readonly RateChange[],
): Promise<void> {
  const days = changes.map(({ day }) => day);
  await publish(ctx, em, 'rates.updated', {
    teamId,
    unitTypeId: id,
    propertyId,
    from: dateOfEpochDay(Math.min(...days)).toString(),
    until: dateOfEpochDay(Math.max(...days)).toString(),
    version: await nextVersion(em),
  });
}
