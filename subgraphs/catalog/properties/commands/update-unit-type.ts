import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { plainBeginning } from '#kit/plain-text.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import { clearedOfUnitType, differing, readUnitTypeContent } from '../../domain/content-change.ts';
import { mistaken, userError } from '../../errors.ts';
import type { UnitTypeUpdateInput, UserError } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { objectionsTo } from '../../rates/domain/night-change.ts';
import { changeWords } from '../../store/change-words.ts';
import { UnitTypeEntity, type UnitTypeRow } from '../../store/entities.ts';
import { nextVersion } from '../../store/next-version.ts';
import { orTaken } from '../../store/or-taken.ts';
import { describeUnitType, type UnitTypeRecord } from '../../store/records.ts';
import { type CurrentGuests, changed, mistakesInUnitType, unitsOfNight } from '../domain/property-change.ts';

/** Result: `unitType` is null only if the edit was refused. */
export interface EditedUnitType {
  readonly unitType: UnitTypeRecord | null;
  readonly userErrors: readonly UserError[];
}

/** First and last night, `YYYY-MM-DD`. */
interface Range {
  readonly from: string;
  readonly until: string;
}

/**
 * Edits a team's unit type: applies every given field, or none and returns all the reasons. A change in units
 * affects the nights from today, locked in the same order as holds lock them. A concurrent hold either
 * finishes first or is priced again, because every edit raises the revision behind its price. Publishes
 * `unit_type.updated` on a change, and `availability.updated` and `rates.updated` for changed nights. See
 * docs/interface/catalog.md#editing.
 */
export async function updateUnitType(
  ctx: SubgraphContext,
  input: UnitTypeUpdateInput,
): Promise<EditedUnitType> {
  const edited = await orTaken(
    () => edit(ctx, input),
    () =>
      refused([
        userError('TAKEN', 'externalId', 'Another of the property’s unit types has this external id.'),
      ]),
  );
  if (edited.unitType) ctx.services.catalog.readModel.nightsChanged();
  return edited;
}

function edit(ctx: SubgraphContext, { id, ...change }: UnitTypeUpdateInput): Promise<EditedUnitType> {
  const teamId = teamOf(ctx.viewer);
  const { content, mistakes: unreadable } = readUnitTypeContent(change);
  return inTransaction(ctx, async (em): Promise<EditedUnitType> => {
    const unitType = await em.findOne(
      UnitTypeEntity,
      { id: parseId(id) ?? 0, property: ownProperty(ctx.viewer) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['u0'] },
    );
    if (!unitType) return refused([userError('NOT_FOUND', 'id', 'There is no such unit type.')]);
    if (unitType.archivedAt)
      return refused([userError('ARCHIVED', 'id', 'An archived unit type cannot be changed.')]);
    const cleared = clearedOfUnitType(change);
    const mistakes = [...mistakesInUnitType(change, guestsOf({ ...unitType, ...cleared })), ...unreadable];
    if (mistakes.length > 0) {
      return refused(mistakes.map(mistaken));
    }
    const {
      kind: _kind,
      beds: _beds,
      childAgeBands: _bands,
      amenities: _amenities,
      descriptions: _texts,
      externalId: _id,
      ...plain
    } = change;
    const written = differing({ ...content, ...cleared }, unitType);
    const set = {
      ...changed(plain, unitType),
      ...written,
      ...(written.descriptions && { description: plainBeginning(written.descriptions[0]?.markdown ?? '') }),
    };
    if (Object.keys(set).length === 0) return { unitType: describeUnitType(unitType), userErrors: [] };

    await em.populate(unitType, ['property']);
    const today = dateOfEpochDay(todayIn(unitType.property.timeZone, ctx.clock.now())).toString();
    const resized = set.units === undefined ? null : await resize(em, unitType, { units: set.units, today });
    if (resized && 'objection' in resized) return refused([userError('INVALID', 'units', resized.objection)]);
    const repriced = set.baseRate === undefined ? null : await nightsAtBaseRate(em, unitType.id, today);

    const subject = unitType.name;
    em.assign(unitType, set);
    await em.flush();
    await em.refresh(unitType); // the database updates its revision and the time of the change
    await publishChange(ctx, em, { teamId, unitType, resized: resized?.range ?? null, repriced });
    await recordUnlessRepeated(ctx, em, teamId, {
      kind: 'unit_type.updated',
      subject,
      change: changeWords(set),
    });
    return { unitType: describeUnitType(unitType), userErrors: [] };
  });
}

type Guests = Pick<UnitTypeRow, 'maxGuests' | 'maxAdults' | 'maxChildren' | 'baseGuests'>;

const guestsOf = ({ maxGuests, maxAdults, maxChildren, baseGuests }: Guests): CurrentGuests => ({
  maxGuests,
  maxAdults: maxAdults ?? null,
  maxChildren: maxChildren ?? null,
  baseGuests,
});

const refused = (userErrors: readonly UserError[]): EditedUnitType => ({ unitType: null, userErrors });

interface Night {
  readonly date: string;
  readonly total: number;
  readonly closed: number;
  readonly held: number;
  readonly confirmed: number;
}

/**
 * Changes the number of units for nights from today, or returns the objections. The range is null if no night
 * changes.
 */
async function resize(
  em: Transaction,
  { id, units: before }: Pick<UnitTypeRow, 'id' | 'units'>,
  { units, today }: { readonly units: number; readonly today: string },
): Promise<{ readonly range: Range | null } | { readonly objection: string }> {
  const db = statements(em);
  const { rows } = await sql<Night>`
    SELECT night::text AS date, total, closed, held, confirmed FROM catalog.night
    WHERE unit_type_id = ${id} AND night >= ${today}::date ORDER BY unit_type_id, night FOR UPDATE`.execute(
    db,
  );
  const nights = rows.filter(({ total }) => unitsOfNight(total, before, units) !== total);
  const [objection] = objectionsTo({ total: units }, nights);
  if (objection) return { objection: objection.message };
  const dates = nights.map(({ date }) => date);
  await sql`
    UPDATE catalog.night SET total = ${units} WHERE unit_type_id = ${id} AND night = ANY (${dates}::date[])`.execute(
    db,
  );
  const [from, until] = [dates.at(0), dates.at(-1)];
  return { range: from && until ? { from, until } : null };
}

/** Nights from today without their own rate; null if all have one. */
async function nightsAtBaseRate(em: Transaction, unitTypeId: number, today: string): Promise<Range | null> {
  const { rows } = await sql<{ from: string | null; until: string | null }>`
    SELECT min(night)::text AS "from", max(night)::text AS "until" FROM catalog.night
    WHERE unit_type_id = ${unitTypeId} AND night >= ${today}::date AND rate IS NULL`.execute(statements(em));
  const { from, until } = rows[0] ?? {};
  return from && until ? { from, until } : null;
}

async function publishChange(
  ctx: SubgraphContext,
  em: Transaction,
  edit: {
    readonly teamId: number;
    readonly unitType: UnitTypeRow;
    readonly resized: Range | null;
    readonly repriced: Range | null;
  },
): Promise<void> {
  const { id, property, revision, active } = edit.unitType;
  const about = { teamId: edit.teamId, unitTypeId: id, propertyId: property.id };
  await publish(ctx, em, 'unit_type.updated', { ...about, version: revision, active });
  const nights = { 'availability.updated': edit.resized, 'rates.updated': edit.repriced };
  for (const event of ['availability.updated', 'rates.updated'] as const) {
    const range = nights[event];
    if (range) await publish(ctx, em, event, { ...about, ...range, version: await nextVersion(em) });
  }
}
