import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { lengthOf, type NightRange } from '../../domain/calendar.ts';
import { mistaken, NO_UNIT_TYPE, refuseRange, TOO_LATE, userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { UnitTypeEntity, type UnitTypeRow } from '../../store/entities.ts';
import { nextVersion } from '../../store/next-version.ts';
import { describeUnitType, type UnitTypeRecord } from '../../store/records.ts';
import { mistakesIn, type NightChange, objectionsTo } from '../domain/night-change.ts';
import { readCalendar } from '../queries/calendar.ts';

const MOST_RANGES = 100;
/** Limit on the total number of nights in all ranges: the maximum that a transaction may lock. */
const MOST_NIGHTS_TOGETHER = 20_000;

/** A caller's range of nights, with the values to set. */
export interface NightsEntry extends NightChange {
  readonly unitTypeId: string;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** The differences between kinds of updates. */
export interface UpdateKind<Entry extends NightsEntry> {
  /** Published for each range with a change. */
  readonly event: 'rates.updated' | 'availability.updated';
  readonly columns: (entry: Entry) => readonly RawBuilder<unknown>[];
  /** Runs in the same transaction, after a change. */
  readonly record?: (em: Transaction, unitTypes: readonly UnitTypeRow[]) => Promise<void>;
}

/** Result: `unitTypes` is null only if the update was refused. */
export interface UpdatedNights {
  readonly unitTypes: readonly UnitTypeRecord[] | null;
  readonly userErrors: readonly UserError[];
}

/** A range in a team's unit type, with the values to set. */
interface Update extends NightRange {
  /** The range's index in the input. */
  readonly index: number;
  readonly change: NightChange;
  readonly unitType: UnitTypeRow;
  readonly assignments: readonly RawBuilder<unknown>[];
}

/**
 * Changes many ranges of nights in its own transaction, all or none, in the order given: each range sees the
 * nights as left by the ranges before it. Reports every invalid field.
 */
export async function updateNights<Entry extends NightsEntry>(
  ctx: SubgraphContext,
  updates: readonly Entry[],
  kind: UpdateKind<Entry>,
): Promise<UpdatedNights> {
  if (updates.length < 1 || updates.length > MOST_RANGES) {
    return refused([userError('INVALID', 'updates', `An update must have 1 to ${MOST_RANGES} ranges.`)]);
  }
  const undo = new Refusal();
  try {
    const outcome = await inTransaction(ctx, async (em): Promise<UpdatedNights> => {
      const unitTypes = await ownUnitTypes(ctx, em, updates);
      const checked = await toRanges(ctx, em, updates, unitTypes, kind);
      if (checked.errors.length > 0) return refused(checked.errors);
      undo.errors = [];
      for (const range of checked.ranges) undo.errors.push(...(await setRange(ctx, em, range, kind.event)));
      if (undo.errors.length > 0) throw undo;
      const changed = checked.ranges.some(({ assignments }) => assignments.length > 0);
      if (changed) await kind.record?.(em, [...unitTypes.values()]);
      return { unitTypes: [...unitTypes.values()].map(describeUnitType), userErrors: [] };
    });
    ctx.services.catalog.readModel.nightsChanged();
    return outcome;
  } catch (error) {
    if (error !== undo) throw error;
    return refused(undo.errors);
  }
}

/** Thrown to roll back an update whose nights raise objections partway through. */
class Refusal extends Error {
  errors: UserError[] = [];
}

/** The ranges with their nights locked, or every reason they can't be set. */
async function toRanges<Entry extends NightsEntry>(
  ctx: SubgraphContext,
  em: Transaction,
  updates: readonly Entry[],
  unitTypes: ReadonlyMap<number, UnitTypeRow>,
  { columns }: UpdateKind<Entry>,
): Promise<{ readonly ranges: readonly Update[]; readonly errors: readonly UserError[] }> {
  const errors = updates.flatMap((entry, index) =>
    refuseEntry(ctx, entry, unitTypes.get(parseId(entry.unitTypeId) ?? 0)).map((error) =>
      within(index, error),
    ),
  );
  if (errors.length > 0) return { ranges: [], errors };
  const ranges = updates.flatMap((entry, index): Update[] => {
    const unitType = unitTypes.get(parseId(entry.unitTypeId) ?? 0);
    if (!unitType) return [];
    const { from, until } = entry;
    return [
      { index, change: entry, unitType, unitTypeId: unitType.id, from, until, assignments: columns(entry) },
    ];
  });
  if (ranges.reduce((nights, range) => nights + lengthOf(range), 0) > MOST_NIGHTS_TOGETHER) {
    const message = `An update can have at most ${MOST_NIGHTS_TOGETHER} nights.`;
    return { ranges, errors: [userError('INVALID', 'updates', message)] };
  }
  const missing = await lockNights(em, ranges);
  return { ranges, errors: missing.map((index) => within(index, TOO_LATE)) };
}

const refused = (userErrors: readonly UserError[]): UpdatedNights => ({ unitTypes: null, userErrors });

/** An error for an entry's field, with its path in the input. */
function within(index: number, { field, ...error }: UserError): UserError {
  return { ...error, field: ['input', 'updates', String(index), ...(field ?? []).slice(1)] };
}

function refuseEntry(
  ctx: SubgraphContext,
  entry: NightsEntry,
  unitType: UnitTypeRow | undefined,
): UserError[] {
  const mistakes = mistakesIn(entry).map(mistaken);
  if (!unitType) return [NO_UNIT_TYPE, ...mistakes];
  const today = todayIn(unitType.property.timeZone, ctx.clock.now());
  const badRange = refuseRange({ ...entry, unitTypeId: unitType.id }, today);
  return badRange ? [badRange, ...mistakes] : mistakes;
}

async function ownUnitTypes(
  ctx: SubgraphContext,
  em: Transaction,
  updates: readonly NightsEntry[],
): Promise<ReadonlyMap<number, UnitTypeRow>> {
  const ids = [...new Set(updates.map(({ unitTypeId }) => parseId(unitTypeId) ?? 0))];
  const rows = await em.find(
    UnitTypeEntity,
    { id: { $in: ids }, property: ownProperty(ctx.viewer) },
    { populate: ['property'], orderBy: { id: 'asc' } },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Locks all the ranges' nights in the same order as holds lock them; returns the indexes of ranges not fully
 * on sale.
 */
async function lockNights(em: Transaction, ranges: readonly Update[]): Promise<readonly number[]> {
  const db = statements(em);
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

/** Sets a range of locked nights, or returns the objections. */
async function setRange(
  ctx: SubgraphContext,
  em: Transaction,
  { index, change, unitType, unitTypeId, from, until, assignments }: Update,
  event: UpdateKind<NightsEntry>['event'],
): Promise<readonly UserError[]> {
  if (assignments.length === 0) return [];
  const db = statements(em);
  if (event === 'availability.updated') {
    const nights = await readCalendar(db, { unitTypeId, from, until });
    const objections = objectionsTo(change, nights);
    if (objections.length > 0) return objections.map((objection) => within(index, mistaken(objection)));
  }
  await sql`UPDATE catalog.night SET ${sql.join(assignments)}
    WHERE unit_type_id = ${unitTypeId} AND night BETWEEN ${from.toString()}::date AND ${until.toString()}::date`.execute(
    db,
  );
  await publish(ctx, em, event, {
    teamId: teamOf(ctx.viewer),
    unitTypeId,
    propertyId: unitType.property.id,
    from: from.toString(),
    until: until.toString(),
    version: await nextVersion(em),
  });
  return [];
}
