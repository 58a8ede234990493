import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { teamOf } from '../access.ts';
import { dateOfEpochDay } from '../domain/calendar.ts';
import type { ShowingId } from '../media/store/media-rows.ts';
import type { createProperty } from '../properties/commands/create-property.ts';
import type { createUnitType } from '../properties/commands/create-unit-type.ts';
import type { nameUnits } from '../properties/commands/name-units.ts';
import type { updateProperty } from '../properties/commands/update-property.ts';
import type { updateUnitType } from '../properties/commands/update-unit-type.ts';
import type { setFee } from '../rates/commands/set-fee.ts';
import type { setTax } from '../rates/commands/set-tax.ts';
import { addFirstPlan } from '../rates/store/rate-plans.ts';
import { UnitTypeEntity } from '../store/entities.ts';
import { nextVersion } from '../store/next-version.ts';
import { applyPlans, type PlanCommands } from './apply-rate-plans.ts';
import { type CurrentProperty, readCurrent } from './current.ts';
import type { FeeDefinition, PhotoDefinition, TaxDefinition, UnitTypeDefinition } from './definition.ts';
import { textsOf } from './describe.ts';
import { fileId } from './file-id.ts';
import { changedNights, type Night, type WantedNights } from './night-ranges.ts';
import { photoKey } from './photo-key.ts';
import { findUnitType } from './plan-property.ts';
import { expectNone, Refused } from './refused.ts';
import { setPhotos } from './set-photos.ts';
import type { Place, WantedProperty, WantedUnitType } from './wanted.ts';

/** The commands for hosts and apps, as an import uses them. */
export interface ContentCommands extends PlanCommands {
  readonly createProperty: typeof createProperty;
  readonly createUnitType: typeof createUnitType;
  readonly nameUnits: typeof nameUnits;
  readonly setFee: typeof setFee;
  readonly setTax: typeof setTax;
  readonly updateProperty: typeof updateProperty;
  readonly updateUnitType: typeof updateUnitType;
}

/** The context in which an import runs commands. */
export type Importing = SubgraphContext & {
  readonly commands: ContentCommands;
  /** Ids of the file's photos, by `photoKey`. */
  readonly photos: ReadonlyMap<string, number>;
};

/**
 * Applies a property with everything a file has for it, through the commands for hosts and apps: it skips
 * existing parts, so it's safe to repeat. Runs in the caller's transaction; throws `Refused`.
 */
export async function applyProperty(
  ctx: Importing,
  storefrontId: number,
  wanted: WantedProperty,
  knownId: number | null,
): Promise<void> {
  const now = knownId === null ? null : await inTransaction(ctx, (em) => readCurrent(ctx, em, knownId));
  const propertyId = await applyContent(ctx, storefrontId, wanted, now);
  await applyPhotos(ctx, wanted, { propertyId: `${propertyId}` }, wanted.definition?.media);
  for (const fee of wanted.definition?.fees ?? [])
    await applyCharge(ctx, wanted, propertyId, 'fee', fee, now);
  for (const tax of wanted.definition?.taxes ?? [])
    await applyCharge(ctx, wanted, propertyId, 'tax', tax, now);
  for (const unitType of wanted.unitTypes) {
    const id = await applyUnitType(ctx, propertyId, unitType, now);
    if (unitType.definition) await applyParts(ctx, id, unitType, unitType.definition);
    const { ratePlans } = unitType.definition ?? {};
    const known = findUnitType(now, unitType.externalId);
    if (ratePlans) await applyPlans(ctx, unitType, { storefrontId, unitTypeId: id, now: known }, ratePlans);
    await applyPhotos(ctx, unitType, { unitTypeId: `${id}` }, unitType.definition?.media);
    if (unitType.nights) await applyNights(ctx, id, unitType, unitType.nights);
  }
}

/** Converts a definition to a command's input: omitted values stay omitted, never undefined. */
const asInput = <T extends object>(definition: T) =>
  definition as { [K in keyof T]: Exclude<T[K], undefined> } as never;

async function applyContent(
  ctx: Importing,
  storefrontId: number,
  at: WantedProperty,
  now: CurrentProperty | null,
): Promise<number> {
  const { externalId, definition } = at;
  if (!definition) {
    if (now) return now.row.id;
    throw new Refused({ ...at, kind: 'property' }, NO_PROPERTY);
  }
  const { fees: _f, taxes: _t, unitTypes: _u, externalId: _id, media: _m, ...content } = definition;
  const { property, userErrors } = now
    ? await ctx.commands.updateProperty(ctx, asInput({ id: `${now.row.id}`, ...content }))
    : await ctx.commands.createProperty(
        ctx,
        asInput({ storefrontId: `${storefrontId}`, ...content, externalId }),
      );
  expectNone(at, 'property', userErrors);
  return property?.id ?? 0;
}

const NO_PROPERTY = { code: 'NOT_FOUND', field: ['property'], message: 'There is no such property.' };

/** Shows the file's photos, in its order and with its descriptions. */
async function applyPhotos(
  ctx: Importing,
  at: Place,
  showing: ShowingId,
  media: readonly PhotoDefinition[] | undefined,
): Promise<void> {
  if (!media) return;
  const photos = media.map((photo) => ({ ...photo, mediaId: ctx.photos.get(photoKey(photo)) ?? 0 }));
  const { userErrors } = await setPhotos(ctx, { showing, photos });
  expectNone(at, 'photos', userErrors);
}

async function applyCharge(
  ctx: Importing,
  at: Place,
  property: number,
  kind: 'fee' | 'tax',
  { externalId, validFrom, validUntil, ...given }: FeeDefinition | TaxDefinition,
  now: CurrentProperty | null,
): Promise<void> {
  const rows = kind === 'fee' ? now?.fees : now?.taxes;
  const known = rows?.find((one) => fileId(kind, one) === externalId);
  const input = {
    ...given,
    propertyId: `${property}`,
    ...(known && { id: `${known.id}` }),
    externalId: known ? (known.externalId ?? null) : externalId,
    validFrom: validFrom === undefined ? null : Temporal.PlainDate.from(validFrom),
    validUntil: validUntil === undefined ? null : Temporal.PlainDate.from(validUntil),
  };
  // The definition has the type of its own list, fees or taxes.
  const { userErrors } =
    kind === 'fee'
      ? await ctx.commands.setFee(ctx, input as never)
      : await ctx.commands.setTax(ctx, input as never);
  expectNone(at, kind, userErrors);
}

async function applyUnitType(
  ctx: Importing,
  property: number,
  at: WantedUnitType,
  now: CurrentProperty | null,
): Promise<number> {
  const known = findUnitType(now, at.externalId);
  if (!at.definition) {
    if (known) return known.row.id;
    throw new Refused({ ...at, kind: 'unit_type' }, NO_UNIT_TYPE_THERE);
  }
  const {
    externalId,
    weekDiscount: _w,
    monthDiscount: _m,
    unitNames: _u,
    nights: _n,
    media: _media,
    ratePlans: _plans,
    ...content
  } = at.definition;
  // A plain text stays in place until a file has a different one.
  if (known && isDeepStrictEqual(content.descriptions, textsOf(known.row))) delete content.descriptions;
  const { unitType, userErrors } = known
    ? await ctx.commands.updateUnitType(ctx, asInput({ id: `${known.row.id}`, ...content }))
    : await ctx.commands.createUnitType(ctx, asInput({ propertyId: `${property}`, ...content, externalId }));
  expectNone(at, 'unit_type', userErrors);
  return unitType?.id ?? 0;
}

const NO_UNIT_TYPE_THERE = { code: 'NOT_FOUND', field: ['unitType'], message: 'There is no such unit type.' };

/** Applies unit names and discounts. */
async function applyParts(
  ctx: Importing,
  id: number,
  at: Place,
  { unitNames, weekDiscount, monthDiscount }: UnitTypeDefinition,
): Promise<void> {
  if (unitNames) {
    const { userErrors } = await ctx.commands.nameUnits(ctx, { unitTypeId: `${id}`, names: unitNames });
    expectNone(at, 'unit_type', userErrors);
  }
  if (weekDiscount === undefined && monthDiscount === undefined) return;
  await inTransaction(ctx, async (em) => {
    const unitType = await em.findOneOrFail(UnitTypeEntity, { id }, { populate: ['ratePlan'] });
    const set = {
      ...(weekDiscount !== undefined && { weekDiscount }),
      ...(monthDiscount !== undefined && { monthDiscount }),
    };
    if (unitType.ratePlan) em.assign(unitType.ratePlan, set);
    else addFirstPlan(em, unitType, set);
  });
}

/** Sets the changed nights, locked in the same order as holds lock them. */
function applyNights(ctx: Importing, id: number, at: Place, wanted: WantedNights): Promise<void> {
  return inTransaction(ctx, async (em) => {
    await sql`SELECT FROM catalog.night WHERE unit_type_id = ${id} ORDER BY night FOR UPDATE`.execute(
      statements(em),
    );
    const { property } = await em.findOneOrFail(UnitTypeEntity, { id });
    const current = await readCurrent(ctx, em, property.id);
    const unitType = current?.unitTypes.find(({ row }) => row.id === id);
    const plan = changedNights(unitType?.nights ?? [], unitType?.row.units ?? 0, wanted);
    if ('objection' in plan) {
      const { field, message } = plan.objection;
      throw new Refused({ ...at, kind: 'nights' }, { code: 'INVALID', field: [field], message });
    }
    if (plan.changed.length === 0) return;
    await writeNights(em, id, plan.changed);
    const [from = 0, until = 0] = [plan.changed[0]?.day, plan.changed.at(-1)?.day];
    const range = { from: dateOfEpochDay(from).toString(), until: dateOfEpochDay(until).toString() };
    const about = { teamId: teamOf(ctx.viewer), unitTypeId: id, propertyId: property.id, ...range };
    for (const event of ['rates.updated', 'availability.updated'] as const)
      await publish(ctx, em, event, { ...about, version: await nextVersion(em) });
  });
}

async function writeNights(em: Transaction, id: number, nights: readonly Night[]): Promise<void> {
  await sql`
    UPDATE catalog.night n SET rate = wanted.rate, total = wanted.total, closed = wanted.closed,
      closed_reason = CASE WHEN wanted.closed > 0 THEN wanted.reason END,
      min_stay = wanted."minStay", max_stay = wanted."maxStay", closed_to_arrival = wanted."closedToArrival",
      closed_to_departure = wanted."closedToDeparture", stop_sell = wanted."stopSell"
    FROM jsonb_to_recordset(${JSON.stringify(nights)}::jsonb) AS wanted (day integer, rate bigint, total integer,
      closed integer, reason text, "minStay" integer, "maxStay" integer, "closedToArrival" boolean,
      "closedToDeparture" boolean, "stopSell" boolean)
    WHERE n.unit_type_id = ${id} AND n.night = DATE '1970-01-01' + wanted.day`.execute(statements(em));
}
