import { isDeepStrictEqual } from 'node:util';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { withoutRepeats } from '../domain/amenities.ts';
import {
  differing,
  type EditMistake,
  readPropertyContent,
  readUnitTypeContent,
} from '../domain/content-change.ts';
import { mistakesInDescription } from '../media/domain/media.ts';
import {
  changed,
  filled,
  mistakesInProperty,
  mistakesInUnitType,
} from '../properties/domain/property-change.ts';
import { readFee, readTax } from '../rates/domain/charge-input.ts';
import { mistakesIn } from '../rates/domain/night-change.ts';
import type { CurrentProperty, CurrentUnitType } from './current.ts';
import { type CurrentPhoto, showsThese } from './current-photos.ts';
import type {
  FeeDefinition,
  PhotoDefinition,
  RatePlanDefinition,
  TaxDefinition,
  UnitTypeDefinition,
} from './definition.ts';
import { textsOf } from './describe.ts';
import { fileId } from './file-id.ts';
import {
  changedNights,
  type Night,
  type NightObjection,
  plainNight,
  type WantedNights,
} from './night-ranges.ts';
import { type CurrentPlan, findPlan, isPlanAs, mistakesInPlans } from './rate-plans.ts';
import type { Place, RowKind, WantedProperty, WantedUnitType } from './wanted.ts';

/** A row in an import's plan. */
export interface PlannedRow extends Place {
  readonly kind: RowKind;
  readonly externalId: string;
  readonly action: 'create' | 'update' | 'same' | 'error';
  readonly field: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

/** Set if the decision concerns a line other than the row's own. */
type Decision = Pick<PlannedRow, 'action' | 'field' | 'code' | 'message'> & { readonly line?: number };

/** An import's complete plan for a property, or the errors. `today` is the date at the property. */
export function planProperty(
  wanted: WantedProperty,
  current: CurrentProperty | null,
  today: number,
): readonly PlannedRow[] {
  const { definition, unitTypes } = wanted;
  const row = (kind: RowKind, { path, line }: Place, externalId: string, decision: Decision) => ({
    kind,
    path,
    line,
    externalId,
    ...decision,
  });
  const photos = (
    place: Place,
    externalId: string,
    media: readonly PhotoDefinition[] | undefined,
    shown: readonly CurrentPhoto[] | undefined,
  ) => (media ? [row('photos', place, externalId, decidePhotos(media, shown ?? []))] : []);
  const charge = (kind: 'fee' | 'tax', list: string, given: FeeDefinition | TaxDefinition, at: number) => {
    const rows = kind === 'fee' ? current?.fees : current?.taxes;
    const known = rows?.find((one) => fileId(kind, one) === given.externalId) ?? null;
    const place = { path: `${wanted.path}.${list}[${at}]`, line: wanted.line };
    return row(kind, place, given.externalId, decideCharge(kind, given, known));
  };
  return [
    row('property', wanted, wanted.externalId, decideProperty(wanted, current)),
    ...photos(wanted, wanted.externalId, definition?.media, current?.media),
    ...(definition?.fees ?? []).map((fee, at) => charge('fee', 'fees', fee, at)),
    ...(definition?.taxes ?? []).map((tax, at) => charge('tax', 'taxes', tax, at)),
    ...unitTypes.flatMap((unitType) => {
      const known = findUnitType(current, unitType.externalId);
      const { nights } = unitType;
      return [
        row('unit_type', unitType, unitType.externalId, decideUnitType(unitType, known)),
        ...photos(unitType, unitType.externalId, unitType.definition?.media, known?.media),
        ...(nights
          ? [row('nights', unitType, unitType.externalId, decideNights(unitType, nights, known, today))]
          : []),
      ];
    }),
  ];
}

/** The property's unit type with the given id from a file. */
export const findUnitType = (current: CurrentProperty | null, id: string): CurrentUnitType | null =>
  current?.unitTypes.find(({ row }) => fileId('unit-type', row) === id) ?? null;

function decideProperty({ definition }: WantedProperty, current: CurrentProperty | null): Decision {
  if (definition === null)
    return current ? SAME : error('NOT_FOUND', 'property', 'There is no such property.');
  const { name, currency, timeZone, externalId: _id, media: _media, ...given } = definition;
  const { content, mistakes } = readPropertyContent(given);
  const plain = { name, currency, timeZone };
  const wrong = firstOf([...mistakesInProperty(plain), ...mistakes]);
  if (wrong) return wrong;
  if (!current) return CREATE;
  if (current.row.archivedAt) return error('ARCHIVED', null, 'This property is archived.');
  return updateIf({ ...changed(plain, current.row), ...differing(content, inListOrder(current.row)) });
}

function decideUnitType({ definition }: WantedUnitType, current: CurrentUnitType | null): Decision {
  if (definition === null)
    return current ? SAME : error('NOT_FOUND', 'unitType', 'There is no such unit type.');
  const { plain, content, mistakes } = readUnitType(definition);
  const limits = { maxGuests: definition.maxGuests, maxAdults: null, maxChildren: null, baseGuests: 1 };
  const wrong = firstOf([
    ...mistakesInUnitType(plain, limits),
    ...mistakes,
    ...nameMistakes(definition),
    ...mistakesInPlans(definition),
  ]);
  if (wrong) return wrong;
  if (!current) return CREATE;
  const { row, unitNames } = current;
  const { weekDiscount, monthDiscount } = definition;
  const discounts = {
    weekDiscount: row.ratePlan?.weekDiscount ?? null,
    monthDiscount: row.ratePlan?.monthDiscount ?? null,
  };
  return updateIf({
    ...changed(plain, row),
    ...differing(content, { ...inListOrder(row), descriptions: textsOf(row) }),
    ...changed({ weekDiscount, monthDiscount }, discounts),
    ...(definition.ratePlans?.some((plan) => !isThere(plan, current.plans)) && { ratePlans: true }),
    ...(definition.unitNames && !isDeepStrictEqual(definition.unitNames, unitNames) && { unitNames }),
  });
}

const isThere = (wanted: RatePlanDefinition, plans: readonly CurrentPlan[]): boolean => {
  const known = findPlan(plans, wanted.externalId);
  return known !== undefined && isPlanAs(wanted, known);
};

/** A row with its amenities in list order, as in files. */
const inListOrder = <Row extends { readonly amenities: readonly string[] }>(row: Row) => ({
  ...row,
  amenities: withoutRepeats(row.amenities),
});

/** Splits a file's unit type into its stored parts. */
function readUnitType(definition: UnitTypeDefinition) {
  const {
    externalId: _id,
    weekDiscount: _w,
    monthDiscount: _m,
    unitNames: _u,
    nights: _n,
    media: _media,
    ratePlans: _plans,
    ...rest
  } = definition;
  const { kind: _k, beds: _b, childAgeBands: _c, amenities: _a, descriptions: _d, ...plain } = rest;
  return { plain: filled(plain), ...readUnitTypeContent(rest) };
}

/** Checks that unit names are unique, and that there are as many names as units. */
function nameMistakes({ unitNames, units }: UnitTypeDefinition): readonly EditMistake[] {
  if (!unitNames) return [];
  const whole =
    unitNames.length === units && new Set(unitNames).size === units && unitNames.every((name) => name.trim());
  return whole ? [] : [{ field: 'unitNames', message: `Give ${units} names, each only once.` }];
}

function decideCharge(
  kind: 'fee' | 'tax',
  given: FeeDefinition | TaxDefinition,
  known: object | null,
): Decision {
  const [from, until] = [given.validFrom, given.validUntil].map((date) =>
    date ? Temporal.PlainDate.from(date) : null,
  );
  const dated = { ...given, validFrom: from, validUntil: until };
  // the list it comes from determines the kind
  const read = kind === 'fee' ? readFee(dated as never) : readTax(dated as never);
  if (read.mistakes) return firstOf(read.mistakes) ?? SAME;
  if (!known) return CREATE;
  const { externalId: _id, ...columns } = read.columns;
  return updateIf(differing(columns, known));
}

function decideNights(
  { definition }: WantedUnitType,
  nights: WantedNights,
  current: CurrentUnitType | null,
  today: number,
): Decision {
  const [wrong] = nights.ranges.flatMap(({ from, until, units, ...change }, range) =>
    [
      ...mistakesIn(filled({ ...change, total: units })).map(({ field, ...mistake }) => ({
        ...mistake,
        field: field === 'total' ? 'units' : field,
      })),
      ...(from <= until ? [] : [{ field: 'until', message: 'The last night must not be before the first.' }]),
    ].map((mistake) => ({ ...mistake, range })),
  );
  if (wrong) return errorInRange(nights, wrong);
  if (!definition && !current) return SAME; // the unit type's row reports that it's missing
  const units = definition?.units ?? current?.row.units ?? 0;
  const asItIs = current?.nights ?? newNights(units, today);
  const plan = changedNights(asItIs, units, nights);
  if ('objection' in plan) return errorInRange(nights, plan.objection);
  return plan.changed.length > 0 ? UPDATE : SAME;
}

/** An error in a range, reported on the range's own line if the file has one. */
function errorInRange(
  { lines }: WantedNights,
  { range, field, message, code }: NightObjection & Pick<EditMistake, 'code'>,
): Decision {
  const line = lines?.[range];
  return { ...error(code ?? 'INVALID', field, message), ...(line !== undefined && { line }) };
}

function decidePhotos(wanted: readonly PhotoDefinition[], shown: readonly CurrentPhoto[]): Decision {
  const [place] = wanted.flatMap(({ sha256, url }, at) => (sha256 || url ? [] : [at]));
  if (place !== undefined)
    return error(
      'INVALID',
      'media',
      `Photo ${place + 1} has neither \`sha256\` nor \`url\`. Give one of them.`,
    );
  const wrong = firstOf(wanted.flatMap((photo) => mistakesInDescription(filledPhoto(photo))));
  if (wrong) return wrong;
  return showsThese(wanted, shown) ? SAME : wanted.length > 0 && shown.length === 0 ? CREATE : UPDATE;
}

/** The text and focus that a file gives for a photo. */
const filledPhoto = ({ alt, focus }: PhotoDefinition) => ({
  ...(alt !== undefined && { alt }),
  ...(focus !== undefined && { focus }),
});

/** A new unit type's nights. */
const newNights = (units: number, today: number): readonly Night[] =>
  Array.from({ length: HORIZON_DAYS + 1 }, (_, at) => ({ day: today + at, taken: 0, ...plainNight(units) }));

const NOTHING = { field: null, code: null, message: null };
const CREATE: Decision = { action: 'create', ...NOTHING };
const UPDATE: Decision = { action: 'update', ...NOTHING };
const SAME: Decision = { action: 'same', ...NOTHING };

const updateIf = (set: object): Decision => (Object.keys(set).length > 0 ? UPDATE : SAME);

const error = (code: string, field: string | null, message: string): Decision => ({
  action: 'error',
  code,
  field,
  message,
});

const firstOf = ([first]: readonly EditMistake[]): Decision | null =>
  first ? error(first.code ?? 'INVALID', first.field, first.message) : null;
