import type { CancellationTerms } from '#kit/cancellation.ts';
import { cancellationSummary, cancellationText } from '#kit/cancellation-text.ts';
import type { Language } from '#kit/language.ts';
import { foldName } from '#kit/text.ts';
import { cleanLine, cleanMarkdown } from '../../domain/agent-text.ts';
import { amenityNames, withoutRepeats } from '../../domain/amenities.ts';
import type { Address, Bed, ChildAgeBand, Description, Geo, HouseRules } from '../../domain/content.ts';
import type { StayContent, StayPoint } from '../../generated.ts';
import { type PaymentTerms, STANDARD_PLAN } from '../../rates/domain/rate-plan.ts';
import type { NamedPlan } from '../../rates/domain/terms.ts';

/** A host's content for a property, as read from the database. */
export interface WrittenProperty {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly kind?: StayContent['place']['kind'] | null | undefined;
  readonly address?: Address | null | undefined;
  readonly geo?: Geo | null | undefined;
  readonly checkInFrom?: string | null | undefined;
  readonly checkInUntil?: string | null | undefined;
  readonly checkOutUntil?: string | null | undefined;
  readonly descriptions: readonly Description[];
  readonly amenities: readonly string[];
  readonly houseRules?: HouseRules | null | undefined;
}

/** A host's content for a unit type, as read from the database. */
export interface WrittenUnitType {
  readonly name: string;
  readonly description: string;
  readonly descriptions: readonly Description[];
  readonly kind?: StayContent['kind'] | null | undefined;
  readonly bedrooms?: number | null | undefined;
  readonly beds: readonly Bed[];
  readonly bathrooms?: number | null | undefined;
  readonly areaM2?: number | null | undefined;
  readonly maxAdults?: number | null | undefined;
  readonly maxChildren?: number | null | undefined;
  readonly childAgeBands: readonly ChildAgeBand[];
  readonly amenities: readonly string[];
}

/** A storefront's details that its offers need in addition to the properties' content. */
export interface Selling {
  /** The storefront's own host: links to any other host are removed. */
  readonly ownHost: string;
  /** The storefront's language. */
  readonly language: Language;
  readonly cancellation: CancellationTerms | null;
  /** The default rate plan's meals. */
  readonly mealPlan: NonNullable<StayContent['mealPlan']> | null;
  readonly payment: PaymentTerms | null;
  /** The default rate plan. */
  readonly ratePlan: { readonly id: number; readonly title: string; readonly description: string } | null;
}

/** All content that agents base their choice on, ready to return: built once per storefront revision. */
export function stayContent(
  unitType: WrittenUnitType,
  property: WrittenProperty,
  { ownHost, language, cancellation, mealPlan, payment, ratePlan }: Selling,
): Omit<StayContent, 'revision'> {
  const place = placeOf(property);
  const amenities = withoutRepeats([...unitType.amenities, ...property.amenities]);
  const texts = [...unitType.descriptions.slice(0, 1), ...property.descriptions.slice(0, 1)];
  const markdown = cleanMarkdown(texts.map((text) => text.markdown).join('\n\n'), ownHost);
  return {
    place,
    kind: unitType.kind ?? null,
    bedrooms: unitType.bedrooms ?? null,
    beds: unitType.beds,
    bathrooms: unitType.bathrooms ?? null,
    areaM2: unitType.areaM2 ?? null,
    maxAdults: unitType.maxAdults ?? null,
    maxChildren: unitType.maxChildren ?? null,
    childAgeBands: unitType.childAgeBands,
    categories: [unitType.kind, place.kind, whereOf(place)].filter((category) => category != null),
    amenities,
    tags: [...amenities, ...rulesAsTags(property.houseRules ?? null)],
    mealPlan,
    payment,
    ratePlan: ratePlan ? toRatePlan(ratePlan) : STANDARD_PLAN,
    cancellation,
    cancellationSummary: cancellation && cancellationSummary(cancellation, property.currency, language),
    cancellationText: cancellation && cancellationText(cancellation, property.currency, language),
    markdown: markdown === '' ? null : markdown,
  };
}

export const toRatePlan = ({ id, title, description }: NonNullable<Selling['ratePlan']>): NamedPlan => ({
  id: String(id),
  title: cleanLine(title),
  description: description === '' ? null : cleanLine(description),
});

/** Text that a word search compares, folded. */
export interface SearchedTexts {
  /** The name of the unit type, the name of its property, and the product title. */
  readonly names: readonly string[];
  /** Descriptions, place and amenities. */
  readonly others: readonly string[];
}

/** The text of a unit type and its property, folded for searches. */
export function searchedTexts(unitType: WrittenUnitType, property: WrittenProperty): SearchedTexts {
  const { locality, region, country } = property.address ?? {};
  const amenities = amenityNames([...unitType.amenities, ...property.amenities]);
  const descriptions = [...unitType.descriptions, ...property.descriptions].map(({ markdown }) => markdown);
  return {
    names: folded([unitType.name, property.name, `${unitType.name}, ${property.name}`]),
    others: folded([unitType.description, locality, region, country, ...amenities, ...descriptions]),
  };
}

const folded = (texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.flatMap((text) => (text == null || text === '' ? [] : [foldName(text)]));

function placeOf(property: WrittenProperty): StayContent['place'] {
  const { address, geo } = property;
  const shown = geo?.show === 'exact';
  return {
    id: String(property.id),
    name: cleanLine(property.name),
    kind: property.kind ?? null,
    timeZone: property.timeZone,
    street: shown ? lineOf(address?.street) : null,
    postalCode: shown ? lineOf(address?.postalCode) : null,
    locality: lineOf(address?.locality),
    region: lineOf(address?.region),
    country: address?.country ?? null,
    area: geo ? areaOf(geo) : null,
    point: geo && shown ? { lat: geo.lat, lng: geo.lng } : null,
    checkInFrom: property.checkInFrom ?? null,
    checkInUntil: property.checkInUntil ?? null,
    checkOutUntil: property.checkOutUntil ?? null,
    houseRules: property.houseRules ?? null,
  };
}

const lineOf = (text: string | null | undefined) => (text == null ? null : cleanLine(text));

/** A hundredth of a degree is about a kilometre. */
const areaOf = ({ lat, lng }: StayPoint): StayPoint => ({ lat: rounded(lat), lng: rounded(lng) });
const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

function whereOf({ locality, country }: StayContent['place']): string | null {
  const parts = [locality, country].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

function rulesAsTags(rules: HouseRules | null): readonly string[] {
  if (rules === null) return [];
  return [
    ...(rules.pets === true ? ['pets_allowed'] : []),
    ...(rules.smoking === false ? ['non_smoking'] : []),
    ...(rules.selfCheckIn === true ? ['self_check_in'] : []),
  ];
}
