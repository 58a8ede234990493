import { currencyDigits, isCurrency } from '#kit/money.ts';
import { amenitiesOf } from './amenities-of.ts';
import { isOf, isThing, listOf, numberOf, type Thing, textOf } from './json-ld.ts';
import { photosOf } from './photos-of.ts';
import { withoutNothing } from './without-nothing.ts';

const UNITS = new Set([
  'Accommodation',
  'Apartment',
  'CampingPitch',
  'House',
  'HotelRoom',
  'Room',
  'Suite',
  'SingleFamilyResidence',
]);
const MOST_UNIT_TYPES = 50;

interface Around {
  /** The property's name. */
  readonly name: string;
  readonly url: string;
  readonly currency: string | undefined;
}

/**
 * A place's unit types: the accommodations it contains or offers, or the place as a whole. All are off sale:
 * a page has no calendar.
 */
export function unitTypesOf(place: Thing, around: Around): readonly object[] {
  const contained = listOf(place.containsPlace).filter(isThing);
  const offered = [...listOf(place.makesOffer), ...listOf(place.offers)].filter(isThing);
  const items = offered.flatMap((offer) => listOf(offer.itemOffered)).filter(isThing);
  const units = [...contained, ...items].filter((thing) => isOf(thing, UNITS)).slice(0, MOST_UNIT_TYPES);
  if (units.length === 0) return [unitTypeOf(place, 0, { ...around, offers: offered, isWhole: true })];
  const isWhole = isOf(place, new Set(['VacationRental']));
  return units.map((unit, at) =>
    unitTypeOf(unit, at, {
      ...around,
      isWhole,
      offers: [...listOf(unit.offers).filter(isThing), ...offersOf(offered, unit)],
    }),
  );
}

const offersOf = (offers: readonly Thing[], unit: Thing) =>
  offers.filter(({ itemOffered }) => listOf(itemOffered).includes(unit));

type Reading = Around & { readonly offers: readonly Thing[]; readonly isWhole: boolean };

function unitTypeOf(unit: Thing, at: number, { name, url, currency, offers, isWhole }: Reading) {
  const description = textOf(unit.description, 10_000);
  const amount = numberOf(
    offers.map(
      (offer) =>
        offer.price ?? (isThing(offer.priceSpecification) ? offer.priceSpecification.price : undefined),
    ),
  );
  const digits = currency && isCurrency(currency) ? currencyDigits(currency) : 2;
  const beds = listOf(unit.bed).flatMap(bedOf).slice(0, 50);
  return withoutNothing({
    externalId: textOf(unit.identifier, 128) ?? `unit-${at + 1}`,
    name: textOf(unit.name, 120) ?? name,
    kind: isWhole ? 'entire_place' : isOf(unit, new Set(['CampingPitch'])) ? 'pitch' : 'room',
    units: 1,
    baseRate: amount === undefined ? 0 : Math.max(0, Math.round(amount * 10 ** digits)),
    active: false,
    maxGuests: within(numberOf(unit.occupancy), 1, 100) ?? 2,
    bedrooms: within(numberOf(unit.numberOfBedrooms ?? unit.numberOfRooms), 0, 50),
    bathrooms: within(numberOf(unit.numberOfBathroomsTotal ?? unit.numberOfFullBathrooms), 0, 50),
    areaM2: within(areaOf(unit.floorSize), 1, 10_000),
    beds: beds.length > 0 ? beds : undefined,
    amenities: amenitiesOf(unit),
    descriptions: description ? [{ locale: 'en', markdown: description }] : undefined,
    media: photosOf(unit, url),
  });
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  const whole = value === undefined ? undefined : Math.round(value);
  return whole !== undefined && whole >= least && whole <= most ? whole : undefined;
}

const SQUARE_FEET = 0.092_903;

function areaOf(floorSize: unknown): number | undefined {
  const area = numberOf(floorSize);
  const isInFeet = listOf(floorSize).some(
    (size) => isThing(size) && ['FTK', 'SQFT'].includes(`${size.unitCode}`),
  );
  return area === undefined ? undefined : area * (isInFeet ? SQUARE_FEET : 1);
}

/** Bed names with our types; the first match wins. */
const BEDS = [
  ...([
    ['bunk', 'bunk'],
    ['sofa', 'sofa'],
    ['futon', 'futon'],
    ['crib', 'cot'],
    ['king', 'king'],
  ] as const),
  ...([
    ['queen', 'queen'],
    ['double', 'double'],
    ['single', 'single'],
    ['twin', 'single'],
  ] as const),
] as const;

function bedOf(bed: unknown): readonly { readonly type: string; readonly count: number }[] {
  if (!isThing(bed)) return [];
  const words = textOf(bed.typeOfBed, 100)?.toLowerCase() ?? '';
  const type = BEDS.find(([word]) => words.includes(word))?.[1] ?? 'other';
  return [{ type, count: within(numberOf(bed.numberOfBeds), 1, 50) ?? 1 }];
}
