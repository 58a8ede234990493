import { html } from 'hono/html';
import { countIn } from '#kit/language.ts';
import { AMENITIES, type AmenityGroup, type AmenityKey } from '#schema/amenities.ts';
import type { Html } from '../page/shell.ts';
import type { PageLookupFragment, PageStayFragment } from './generated.ts';
import type { Visit } from './visit.ts';

type Content = NonNullable<PageLookupFragment['offer']>['content'];
type Rules = NonNullable<Content['place']['houseRules']>;

/** Renders a stay's size. */
export const sizes = (visit: Visit, stay: PageStayFragment, content: Content): Html =>
  html`<ul class="sizes">${sizesOf(visit, stay, content).map((fact) => html`<li>${fact}</li>`)}</ul>`;

/** Lists a stay's size: guests, bedrooms, beds, bathrooms, area; omits values the host didn't enter. */
export function sizesOf(visit: Visit, { maxGuests }: PageStayFragment, content: Content): readonly string[] {
  const { language, words } = visit;
  const { bedrooms, beds, bathrooms, areaM2 } = content;
  return [
    words.home.upTo(countIn(language, maxGuests, words.guests)),
    bedrooms === null ? null : countIn(language, bedrooms, words.facts.bedrooms),
    beds.length === 0 ? null : beds.map(({ type, count }) => bedText(visit, type, count)).join(', '),
    bathrooms === null ? null : countIn(language, bathrooms, words.facts.bathrooms),
    areaM2 === null ? null : `${areaM2} m²`,
  ].filter((fact) => fact !== null);
}

const bedText = ({ language, words }: Visit, type: string, count: number): string =>
  countIn(language, count, words.facts.beds[isBed(words.facts.beds, type) ? type : 'other']);

const isBed = (beds: Visit['words']['facts']['beds'], type: string): type is keyof typeof beds =>
  Object.hasOwn(beds, type);

/** Renders a stay's amenities, by group. */
export function amenities(visit: Visit, stay: PageStayFragment): Html | string {
  const groups = amenitiesOf(visit, stay);
  if (groups.length === 0) return '';
  return html`<section aria-labelledby="amenities"><h2 id="amenities">${visit.words.facts.amenities}</h2>
<div class="amenities">${groups.map(
    ({ name, items }) =>
      html`<div><h3>${name}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></div>`,
  )}</div></section>`;
}

/** Lists a stay's amenities, by group. */
export function amenitiesOf(
  visit: Visit,
  { amenities: own, property }: PageStayFragment,
): readonly { readonly name: string; readonly items: readonly string[] }[] {
  const keys = new Set([...own, ...property.amenities]);
  const offered = AMENITIES.filter(([key]) => keys.has(key));
  const groups = Map.groupBy(offered, ([, , group]): AmenityGroup => group);
  return [...groups].map(([group, entries]) => ({
    name: visit.words.amenityGroups[group],
    items: entries.map(([key, name]) => amenityName(visit, key, name)),
  }));
}

const amenityName = ({ words }: Visit, key: AmenityKey, english: string): string =>
  words.amenities?.[key] ?? english;

/** Renders arrival, departure and house rules. */
export function houseRules(visit: Visit, content: Content): Html | string {
  const rows = rulesOf(visit, content);
  if (rows.length === 0) return '';
  return html`<section aria-labelledby="rules"><h2 id="rules">${visit.words.facts.rules}</h2>
<dl class="sheet">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

/** Lists arrival, departure and house rules. */
export function rulesOf(
  visit: Visit,
  { place }: Content,
): readonly (readonly [name: string, value: string])[] {
  const { words } = visit;
  const { checkInFrom, checkInUntil, checkOutUntil, houseRules: rules } = place;
  return [
    checkInFrom === null ? null : [words.checkIn, words.facts.between(checkInFrom, checkInUntil)],
    checkOutUntil === null ? null : [words.checkOut, words.facts.by(checkOutUntil)],
    ...(rules === null ? [] : ruleRows(visit, rules)),
  ].flatMap((row) => (row === null ? [] : [row as [string, string]])); // rows are pairs
}

function ruleRows({ words, language }: Visit, rules: Rules): ([string, string] | null)[] {
  const { facts } = words;
  const allowed = (name: string, value: boolean | null): [string, string] | null =>
    value === null ? null : [name, value ? facts.allowed : facts.notAllowed];
  const { quietFrom, quietUntil, minAge, selfCheckIn } = rules;
  return [
    allowed(facts.pets, rules.pets),
    allowed(facts.smoking, rules.smoking),
    allowed(facts.parties, rules.parties),
    quietFrom === null || quietUntil === null ? null : [facts.quiet, facts.between(quietFrom, quietUntil)],
    minAge === null ? null : [facts.minAge, countIn(language, minAge, facts.years)],
    selfCheckIn === null ? null : [facts.selfCheckIn, selfCheckIn ? facts.yes : facts.no],
  ];
}
