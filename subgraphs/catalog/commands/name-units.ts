import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_UNIT_TYPE, userError } from '../errors.ts';
import type { UnitNamesSetInput, UserError } from '../generated.ts';
import { describeUnitType, type UnitTypeRecord } from '../queries/properties.ts';
import { ownUnitType } from '../store/own-rows.ts';

const LONGEST_NAME = 60;

/** What naming units did: `unitType` is null exactly when something was refused. */
export interface UnitNamesPayload {
  readonly unitType: UnitTypeRecord | null;
  readonly userErrors: readonly UserError[];
}

/** Names all units of one of the host's unit types, in order. Bookings keep the name a unit had when it was assigned. */
export function nameUnits(
  ctx: SubgraphContext,
  { unitTypeId, names }: UnitNamesSetInput,
): Promise<UnitNamesPayload> {
  const wanted = names.map((name) => name.trim());
  return inTransaction(ctx, async (em) => {
    const unitType = await ownUnitType(em, ctx.viewer, unitTypeId);
    const problem = unitType ? problemOf(wanted, unitType.units) : NO_UNIT_TYPE;
    if (!unitType || problem) return { unitType: null, userErrors: problem ? [problem] : [] };
    await sql`
      UPDATE catalog.unit u SET name = wanted.name
      FROM unnest(${wanted}::text[]) WITH ORDINALITY AS wanted (name, place)
      WHERE u.unit_type_id = ${unitType.id} AND u.place = wanted.place AND u.name <> wanted.name
    `.execute(em.getKysely<unknown>());
    return { unitType: describeUnitType(unitType), userErrors: [] };
  });
}

function problemOf(names: readonly string[], units: number): UserError | null {
  const wrong = names.find((name) => name === '' || name.length > LONGEST_NAME || name.includes('\0'));
  if (names.length !== units)
    return userError('INVALID', 'names', `The unit type has ${units} units: give one name for each.`);
  if (wrong !== undefined)
    return userError('INVALID', 'names', `A name must have 1 to ${LONGEST_NAME} characters.`);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  return twice === undefined
    ? null
    : userError('INVALID', 'names', `The name "${twice}" is used twice: names must be unique.`);
}
