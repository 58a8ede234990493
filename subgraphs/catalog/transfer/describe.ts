import { withoutRepeats } from '../domain/amenities.ts';
import type { Description } from '../domain/content.ts';
import { taxBasisPoints, taxPercent } from '../rates/domain/tax-rate.ts';
import type { FeeRow, TaxRow, UnitTypeRow } from '../store/entities.ts';
import type { CurrentProperty, CurrentUnitType } from './current.ts';
import type { CurrentPhoto } from './current-photos.ts';
import type {
  FeeDefinition,
  PhotoDefinition,
  PropertyDefinition,
  TaxDefinition,
  UnitTypeDefinition,
} from './definition.ts';
import { fileId } from './file-id.ts';
import { rangesOf } from './night-ranges.ts';
import { describePlans } from './rate-plans.ts';
import { whole } from './whole.ts';

/**
 * A property in the file's format: the same content always gives the same keys in the same order, without
 * empty values.
 */
export function describeForFile(
  { row, media, fees, taxes, unitTypes }: CurrentProperty,
  urlOf: PhotoUrl,
): PropertyDefinition {
  return whole<PropertyDefinition>({
    externalId: fileId('property', row),
    name: row.name,
    currency: row.currency,
    timeZone: row.timeZone,
    kind: row.kind,
    address: row.address && whole(row.address),
    geo: row.geo,
    checkInFrom: row.checkInFrom,
    checkInUntil: row.checkInUntil,
    checkOutUntil: row.checkOutUntil,
    descriptions: row.descriptions,
    amenities: withoutRepeats(row.amenities),
    houseRules: row.houseRules && whole(row.houseRules),
    licences: row.licences,
    contact: row.contact && whole(row.contact),
    taxCancellationFees: row.taxCancellationFees || undefined,
    autoAssignUnits: row.autoAssignUnits ? undefined : false,
    media: describePhotos(media, urlOf),
    fees: fees.map(describeFee),
    taxes: taxes.map(describeTax),
    unitTypes: unitTypes.map((unitType) => describeUnitType(unitType, urlOf)),
  });
}

/** A photo's download address. */
export type PhotoUrl = (photo: CurrentPhoto) => string;

/** Photos in the file's format, only those that can be shown. */
const describePhotos = (photos: readonly CurrentPhoto[], urlOf: PhotoUrl): PhotoDefinition[] =>
  photos
    .filter(({ status }) => status === 'ready')
    .map((photo) => ({
      sha256: photo.sha256,
      url: urlOf(photo),
      ...(photo.alt !== null && { alt: photo.alt }),
      ...(!isCentred(photo) && { focus: { x: photo.focusX, y: photo.focusY } }),
    }));

const isCentred = ({ focusX, focusY }: CurrentPhoto) => focusX === 0.5 && focusY === 0.5;

function describeUnitType(
  { row, media, plans, unitNames, nights }: CurrentUnitType,
  urlOf: PhotoUrl,
): UnitTypeDefinition {
  const { name, kind, units, baseRate, active, maxGuests, baseGuests, maxAdults, maxChildren } = row;
  const { adultSupplement, childSupplement, bedrooms, bathrooms, areaM2, beds, amenities, position } = row;
  const planned = describePlans(plans);
  const described = whole<UnitTypeDefinition>({
    externalId: fileId('unit-type', row),
    name,
    kind,
    units,
    baseRate,
    active,
    maxGuests,
    baseGuests,
    maxAdults,
    maxChildren,
    adultSupplement,
    childSupplement,
    weekDiscount: planned.weekDiscount,
    monthDiscount: planned.monthDiscount,
    bedrooms,
    bathrooms,
    areaM2,
    beds: beds.map((bed) => whole(bed)),
    childAgeBands: row.childAgeBands.map(({ from, to, limit }) => ({ from, to, limit })),
    amenities: withoutRepeats(amenities),
    descriptions: textsOf(row),
    position,
    media: describePhotos(media, urlOf),
    ratePlans: planned.ratePlans,
    unitNames,
  });
  return { ...described, nights: [...rangesOf(nights, units)] };
}

/** A unit type's descriptions, or its plain text if it has none. */
export const textsOf = ({
  descriptions,
  description,
}: Pick<UnitTypeRow, 'description' | 'descriptions'>): readonly Description[] =>
  descriptions.length > 0 || description === '' ? descriptions : [{ locale: 'en', markdown: description }];

export const describeFee = (row: FeeRow): FeeDefinition =>
  whole<FeeDefinition>({
    externalId: fileId('fee', row),
    name: row.name,
    basis: row.basis,
    amount: row.amount,
    taxable: row.taxable,
    optional: row.optional || undefined,
    maxPerBooking: row.maxPerBooking,
    collect: row.collect,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
  });

export const describeTax = (row: TaxRow): TaxDefinition =>
  whole<TaxDefinition>({
    externalId: fileId('tax', row),
    name: row.name,
    inclusive: row.inclusive,
    ...rateOf(row),
    amountPerNight: row.amountPerNight,
    exemptUnderAge: row.exemptUnderAge,
    maxNights: row.maxNights,
    collect: row.collect,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
  });

/** The rate in basis points if it's a whole number of them, as in earlier files, else in percent. */
const rateOf = (row: TaxRow) => {
  const basisPoints = taxBasisPoints(row);
  return basisPoints === null ? { percent: taxPercent(row) } : { basisPoints };
};
