import { t } from '@lingui/core/macro';
import type { GeoShow, PropertyKind, PropertyUpdateInput } from './generated.ts';
import type { Property } from './property-detail.ts';

/** A question with three answers; '' means unanswered. */
export type Answer = '' | 'yes' | 'no';

/** A property's form values, as typed text. */
export interface PropertyFields {
  readonly name: string;
  readonly kind: PropertyKind | '';
  readonly currency: string;
  readonly timeZone: string;
  readonly externalId: string;
  readonly address: Readonly<Record<AddressPart, string>>;
  readonly geo: { readonly lat: string; readonly lng: string; readonly show: GeoShow };
  readonly checkInFrom: string;
  readonly checkInUntil: string;
  readonly checkOutUntil: string;
  readonly manualCheckIn: boolean;
  readonly autoAssignUnits: boolean;
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
  readonly amenities: readonly string[];
  readonly houseRules: Readonly<Record<Rule, Answer>> &
    Readonly<Record<'quietFrom' | 'quietUntil' | 'minAge', string>>;
  readonly licences: readonly { readonly authority: string; readonly number: string }[];
  readonly contact: { readonly phone: string; readonly email: string };
}

export type AddressPart = 'street' | 'locality' | 'region' | 'postalCode' | 'country';
export type Rule = 'pets' | 'smoking' | 'parties' | 'selfCheckIn';

/** Props for the form's parts. */
export interface PartProps {
  readonly fields: PropertyFields;
  readonly set: (change: Partial<PropertyFields>) => void;
  /** Errors by field, from typing or from the API. */
  readonly wrong: Readonly<Record<string, string>>;
}

const answer = (value: boolean | null | undefined): Answer => (value == null ? '' : value ? 'yes' : 'no');
const truth = (value: Answer): boolean | null => (value === '' ? null : value === 'yes');

/** Returns a form's initial values. */
export function fieldsOf(property: Property): PropertyFields {
  const { name, currency, timeZone, kind, address, geo, houseRules: rules, contact } = property;
  return {
    name,
    currency,
    timeZone,
    kind: kind ?? '',
    externalId: property.externalId ?? '',
    address: {
      street: address?.street ?? '',
      locality: address?.locality ?? '',
      region: address?.region ?? '',
      postalCode: address?.postalCode ?? '',
      country: address?.country ?? '',
    },
    geo: { lat: `${geo?.lat ?? ''}`, lng: `${geo?.lng ?? ''}`, show: geo?.show ?? 'area' },
    checkInFrom: property.checkInFrom ?? '',
    checkInUntil: property.checkInUntil ?? '',
    checkOutUntil: property.checkOutUntil ?? '',
    manualCheckIn: property.manualCheckIn,
    autoAssignUnits: property.autoAssignUnits,
    descriptions: property.descriptions,
    amenities: property.amenities,
    houseRules: {
      pets: answer(rules?.pets),
      smoking: answer(rules?.smoking),
      parties: answer(rules?.parties),
      selfCheckIn: answer(rules?.selfCheckIn),
      quietFrom: rules?.quietFrom ?? '',
      quietUntil: rules?.quietUntil ?? '',
      minAge: `${rules?.minAge ?? ''}`,
    },
    licences: property.licences,
    contact: { phone: contact?.phone ?? '', email: contact?.email ?? '' },
  };
}

/** Finds invalid input that prevents fields from being sent, by field; the API checks the rest. */
export function mistakesIn({ name, geo, houseRules }: PropertyFields): Readonly<Record<string, string>> {
  const isPoint = degrees(geo.lat, 90) !== null && degrees(geo.lng, 180) !== null;
  return {
    ...(name.trim() === '' && { name: t`Enter a name.` }),
    ...(!isPoint &&
      !isWithoutPoint(geo) && {
        geo: t`Enter a latitude from -90 to 90 and a longitude from -180 to 180, for example 46.754 and 8.038.`,
      }),
    ...(!/^\d{0,2}$/.test(houseRules.minAge.trim()) && { minAge: t`Enter an age from 0 to 99.` }),
  };
}

const isWithoutPoint = ({ lat, lng }: PropertyFields['geo']) => lat.trim() === '' && lng.trim() === '';

/** Parses degrees; null if the text isn't a number in range. */
function degrees(typed: string, most: number): number | null {
  const text = typed.trim().replace(',', '.');
  return /^-?\d{1,3}(\.\d+)?$/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : null;
}

/** Converts the changed fields to the API's input. */
export function changeOf(id: string, fields: PropertyFields, changed: readonly (keyof PropertyFields)[]) {
  const {
    geo,
    kind,
    houseRules,
    descriptions,
    amenities,
    licences,
    address,
    contact,
    manualCheckIn,
    autoAssignUnits,
    ...texts
  } = fields;
  const point = { lat: degrees(geo.lat, 90) ?? 0, lng: degrees(geo.lng, 180) ?? 0, show: geo.show };
  const { quietFrom, quietUntil, minAge, ...rules } = houseRules;
  const all: Omit<PropertyUpdateInput, 'id'> = {
    name: texts.name.trim(),
    currency: texts.currency.trim().toUpperCase(),
    timeZone: texts.timeZone.trim(),
    externalId: texts.externalId.trim(),
    checkInFrom: texts.checkInFrom,
    checkInUntil: texts.checkInUntil,
    checkOutUntil: texts.checkOutUntil,
    manualCheckIn,
    autoAssignUnits,
    kind: kind === '' ? null : kind,
    address,
    geo: isWithoutPoint(geo) ? null : point,
    descriptions: [...descriptions],
    amenities: [...amenities],
    licences: [...licences],
    contact,
    houseRules: {
      pets: truth(rules.pets),
      smoking: truth(rules.smoking),
      parties: truth(rules.parties),
      selfCheckIn: truth(rules.selfCheckIn),
      quietFrom,
      quietUntil,
      minAge: minAge.trim() === '' ? null : Number(minAge),
    },
  };
  const given = Object.entries(all).filter(([field]) => changed.some((one) => one === field));
  return { id, ...Object.fromEntries(given) } satisfies PropertyUpdateInput;
}
