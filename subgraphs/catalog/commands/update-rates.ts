import { type RawBuilder, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { mistakesIn } from '../domain/night-change.ts';
import { UnitTypeEntity, type UnitTypeRow } from '../entities.ts';
import type { RatesUpdateEntry, RatesUpdateInput, UserError } from '../generated.ts';
import { lengthOf, type NightRange } from '../queries/calendar.ts';
import { describeUnitType, type UnitTypeRecord } from '../queries/properties.ts';
import { todayIn } from '../queries/today.ts';
import { readModelOf } from '../read-model/read-model.ts';
import { teamOf } from '../viewer-rights.ts';
import { rateColumns } from './night-columns.ts';
import { NO_UNIT_TYPE, nextVersion, refuseRange, TOO_LATE } from './set-nights.ts';
import { mistaken, userError } from './user-error.ts';

const MOST_RANGES = 100;
/** Nights of all ranges together: what one transaction may lock. */
const MOST_NIGHTS_TOGETHER = 20_000;

/** What an update did: `unitTypes` is null exactly when something was refused. */
export interface UpdatedRates {
  readonly unitTypes: readonly UnitTypeRecord[] | null;
  readonly userErrors: readonly UserError[];
}

/** A range of one of the team's unit types with what it sets. */
interface Update extends NightRange {
  readonly unitType: UnitTypeRow;
  readonly assignments: readonly RawBuilder<unknown>[];
}

/**
 * Sets rates and restrictions for many ranges of nights in one transaction, all or none, in the order given. Says of every
 * field at fault what is wrong. Publishes `rates.updated` for each range that sets something.
 */
export async function updateRates(ctx: IslandContext, { updates }: RatesUpdateInput): Promise<UpdatedRates> {
  if (updates.length < 1 || updates.length > MOST_RANGES) {
    return refused([userError('INVALID', 'updates', `An update has 1 to ${MOST_RANGES} ranges.`)]);
  }
  const outcome = await inTransaction(ctx, async (em): Promise<UpdatedRates> => {
    const unitTypes = await ownUnitTypes(ctx, em, updates);
    const errors = updates.flatMap((entry, index) =>
      refuseEntry(ctx, entry, unitTypes.get(parseId(entry.unitTypeId) ?? 0)).map((error) =>
        within(index, error),
      ),
    );
    if (errors.length > 0) return refused(errors);
    const ranges = updates.flatMap((entry): Update[] => {
      const unitType = unitTypes.get(parseId(entry.unitTypeId) ?? 0);
      if (!unitType) return [];
      const { from, until } = entry;
      return [{ unitType, unitTypeId: unitType.id, from, until, assignments: rateColumns(entry) }];
    });
    if (ranges.reduce((nights, range) => nights + lengthOf(range), 0) > MOST_NIGHTS_TOGETHER) {
      const message = `An update has at most ${MOST_NIGHTS_TOGETHER} nights.`;
      return refused([userError('INVALID', 'updates', message)]);
    }
    const missing = await lockNights(em, ranges);
    if (missing.length > 0) {
      return refused(missing.map((index) => within(index, TOO_LATE)));
    }
    for (const range of ranges) await setRange(ctx, em, range);
    if (ranges.some(({ assignments }) => assignments.length > 0)) {
      const subject = [...unitTypes.values()].map(({ name }) => name).join(', ');
      await recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), { kind: 'prices.set', subject });
    }
    return { unitTypes: [...unitTypes.values()].map(describeUnitType), userErrors: [] };
  });
  readModelOf(ctx).nightsChanged();
  return outcome;
}

const refused = (userErrors: readonly UserError[]): UpdatedRates => ({ unitTypes: null, userErrors });

/** An error about a field of one entry, at its place in the input. */
function within(index: number, { field, ...error }: UserError): UserError {
  return { ...error, field: ['input', 'updates', String(index), ...(field ?? []).slice(1)] };
}

function refuseEntry(
  ctx: IslandContext,
  entry: RatesUpdateEntry,
  unitType: UnitTypeRow | undefined,
): UserError[] {
  const mistakes = mistakesIn(entry).map(mistaken);
  if (!unitType) return [NO_UNIT_TYPE, ...mistakes];
  const today = todayIn(unitType.property.timeZone, ctx.clock.now());
  const badRange = refuseRange({ ...entry, unitTypeId: unitType.id }, today);
  return badRange ? [badRange, ...mistakes] : mistakes;
}

async function ownUnitTypes(
  ctx: IslandContext,
  em: Transaction,
  updates: readonly RatesUpdateEntry[],
): Promise<ReadonlyMap<number, UnitTypeRow>> {
  const ids = [...new Set(updates.map(({ unitTypeId }) => parseId(unitTypeId) ?? 0))];
  const rows = await em.find(
    UnitTypeEntity,
    { id: { $in: ids }, property: { storefront: { teamId: teamOf(ctx.viewer) } } },
    { populate: ['property'], orderBy: { id: 'asc' } },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks the nights of all ranges in the order that holds lock them; the indexes of ranges that are not all on sale. */
async function lockNights(em: Transaction, ranges: readonly Update[]): Promise<readonly number[]> {
  const db = em.getKysely<unknown>();
  const asked = sql`unnest(${ranges.map(({ unitTypeId }) => unitTypeId)}::int[],
    ${ranges.map(({ from }) => from.toString())}::date[],
    ${ranges.map(({ until }) => until.toString())}::date[]) WITH ORDINALITY AS r (unit_type_id, first, last, place)`;
  await sql`
    SELECT FROM catalog.night n
    WHERE EXISTS (SELECT FROM ${asked} WHERE r.unit_type_id = n.unit_type_id AND n.night BETWEEN r.first AND r.last)
    ORDER BY n.unit_type_id, n.night FOR UPDATE`.execute(db);
  const { rows } = await sql<{ index: number }>`
    SELECT (place - 1)::int AS index FROM ${asked}
    WHERE (SELECT count(*) FROM catalog.night n WHERE n.unit_type_id = r.unit_type_id AND n.night BETWEEN r.first AND r.last)
      < r.last - r.first + 1
    ORDER BY place`.execute(db);
  return rows.map(({ index }) => index);
}

async function setRange(
  ctx: IslandContext,
  em: Transaction,
  { unitType, from, until, assignments }: Update,
): Promise<void> {
  if (assignments.length === 0) return;
  await sql`UPDATE catalog.night SET ${sql.join(assignments)}
    WHERE unit_type_id = ${unitType.id} AND night BETWEEN ${from.toString()}::date AND ${until.toString()}::date`.execute(
    em.getKysely<unknown>(),
  );
  await publish(ctx, em, 'rates.updated', {
    teamId: teamOf(ctx.viewer),
    unitTypeId: unitType.id,
    propertyId: unitType.property.id,
    from: from.toString(),
    until: until.toString(),
    version: await nextVersion(em),
  });
}
