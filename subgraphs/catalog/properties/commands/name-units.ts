import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { teamOf } from '../../access.ts';
import { NO_UNIT_TYPE, userError } from '../../errors.ts';
import type { UnitNamesSetInput, UserError } from '../../generated.ts';
import type { UnitTypeRow } from '../../store/entities.ts';
import { ownUnitType } from '../../store/own-rows.ts';
import { describeUnitType, type UnitTypeRecord } from '../../store/records.ts';

const LONGEST_NAME = 60;

/** Result: `unitType` is null only if a name was refused. */
export interface UnitNamesPayload {
  readonly unitType: UnitTypeRecord | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Names all units in a host's unit type, in order, and publishes `unit_type.updated` if a name changed.
 * Bookings keep a unit's name from when it was assigned.
 */
export function nameUnits(
  ctx: SubgraphContext,
  { unitTypeId, names }: UnitNamesSetInput,
): Promise<UnitNamesPayload> {
  const wanted = names.map((name) => name.trim());
  return inTransaction(ctx, async (em) => {
    const unitType = await ownUnitType(em, ctx.viewer, unitTypeId);
    const problem = unitType ? problemOf(wanted, unitType.units) : NO_UNIT_TYPE;
    if (!unitType || problem) return { unitType: null, userErrors: problem ? [problem] : [] };
    const { numAffectedRows = 0n } = await sql`
      UPDATE catalog.unit u SET name = wanted.name
      FROM unnest(${wanted}::text[]) WITH ORDINALITY AS wanted (name, place)
      WHERE u.unit_type_id = ${unitType.id} AND u.place = wanted.place AND u.name <> wanted.name
    `.execute(statements(em));
    if (numAffectedRows > 0n) await publishChange(ctx, em, unitType);
    return { unitType: describeUnitType(unitType), userErrors: [] };
  });
}

/** The names belong to the unit type, so a new name raises its revision and sets its update time to now. */
async function publishChange(ctx: SubgraphContext, em: Transaction, unitType: UnitTypeRow): Promise<void> {
  await sql`UPDATE catalog.unit_type SET revision = revision WHERE id = ${unitType.id}`.execute(
    statements(em),
  );
  await em.refresh(unitType); // the database updates its revision and the time of the change
  const { id: unitTypeId, property, revision: version, active } = unitType;
  const teamId = teamOf(ctx.viewer);
  await publish(ctx, em, 'unit_type.updated', {
    teamId,
    unitTypeId,
    propertyId: property.id,
    version,
    active,
  });
}

function problemOf(names: readonly string[], units: number): UserError | null {
  const wrong = names.find((name) => name === '' || name.length > LONGEST_NAME || name.includes('\0'));
  if (names.length !== units)
    return userError('INVALID', 'names', `The unit type has ${units} units. Give each one a name.`);
  if (wrong !== undefined)
    return userError('INVALID', 'names', `A name must have 1 to ${LONGEST_NAME} characters.`);
  if (names.some(hasCardNumber)) return userError('CARD_DATA', 'names', CARD_REFUSAL);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  return twice === undefined
    ? null
    : userError('INVALID', 'names', `The name "${twice}" is used twice: names must be unique.`);
}
