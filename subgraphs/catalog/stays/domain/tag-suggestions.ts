import { closest } from '#kit/did-you-mean.ts';
import { foldName } from '#kit/text.ts';
import { AMENITIES } from '#schema/amenities.ts';

/** The tag for stays with free cancellation, which depends on dates, so it isn't part of any content. */
export const FREE_CANCELLATION = 'free_cancellation';

/** Tags that aren't amenities but work the same in filters, with their English names. */
const RULES = [
  ['pets_allowed', 'Pets allowed'],
  ['non_smoking', 'Non-smoking'],
  ['self_check_in', 'Self check-in'],
  [FREE_CANCELLATION, 'Free cancellation'],
] as const;

/** Keys of the rules that work like amenities in filters. */
export const RULE_TAGS: ReadonlySet<string> = new Set(RULES.map(([key]) => key));

/** Maximum number of tags suggested for an unknown key. */
const MOST = 4;

/** Words that people use for a tag, but that aren't in its key or its name. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  pets_allowed: ['dog', 'dogs', 'cat', 'cats', 'pet', 'pets', 'animal', 'animals', 'puppy'],
  non_smoking: ['nonsmoking', 'smoke', 'smoking', 'smokefree'],
  self_check_in: ['keybox', 'lockbox', 'keyless', 'contactless'],
  free_cancellation: ['refundable', 'cancellable', 'cancelable', 'flexible'],
  wifi: ['wlan', 'internet', 'wireless'],
  air_conditioning: ['ac', 'aircon', 'airconditioning', 'airconditioned', 'aircondition', 'cooling'],
  washing_machine: ['washer', 'laundry'],
  dryer: ['laundry'],
  hot_tub: ['jacuzzi', 'hottub', 'whirlpool'],
  barbecue: ['bbq', 'grill'],
  crib: ['baby', 'infant', 'cot'],
  child_friendly: ['kids', 'kid', 'family', 'children', 'families'],
  gym: ['fitness', 'workout'],
  workspace: ['desk', 'office', 'coworking', 'remote'],
  step_free_access: ['wheelchair', 'accessible', 'accessibility', 'disabled', 'barrierfree'],
  ev_charger: ['ev', 'tesla', 'charging'],
  parking_garage: ['carport'],
  elevator: ['lift'],
  view_sea: ['ocean', 'seaside', 'seaview'],
  view_lake: ['lakeview', 'lakeside'],
  beach_access: ['beachfront', 'beachside'],
  terrace: ['patio'],
  bathtub: ['bath', 'tub'],
  coffee_maker: ['nespresso'],
  refrigerator: ['fridge'],
  tv: ['tele', 'telly'],
};

interface Tag {
  readonly key: string;
  readonly words: readonly string[];
  readonly synonyms: readonly string[];
}

const TAGS: readonly Tag[] = [...RULES, ...AMENITIES].map(([key, name]) => ({
  key,
  words: [...wordsOf(key), ...wordsOf(name)],
  synonyms: SYNONYMS[key] ?? [],
}));
const KEYS = TAGS.map(({ key }) => key);

/**
 * Known tags that an unknown tag was probably meant to be: first the tag with exactly the same words, then
 * the offered tags.
 */
export function suggestedTags(unknown: string, offered: ReadonlySet<string>): readonly string[] {
  const words = withoutFillers(wordsOf(unknown));
  const exact = TAGS.filter(({ key }) => key === words.join('_')).map(({ key }) => key);
  const named = TAGS.filter((tag) => hasSynonym(tag, words)).map(({ key }) => key);
  const alike = TAGS.filter((tag) => words.length > 0 && words.every((word) => hasWord(tag, word))).map(
    ({ key }) => key,
  );
  const likely = [...new Set([...exact, ...named, ...alike])];
  const near = likely.length > 0 ? null : closest(words.join('_'), KEYS);
  const found = near === null ? likely : [near];
  const here = found.filter((key) => offered.has(key));
  return [...new Set([...exact, ...here, ...found])].slice(0, MOST);
}

/** Words that add no meaning to a tag next to another word: "swimming pool", "a desk". */
const FILLERS: ReadonlySet<string> = new Set([
  'swimming',
  'swim',
  'a',
  'an',
  'the',
  'with',
  'available',
  'facilities',
  'facility',
]);

function withoutFillers(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !FILLERS.has(word));
  return telling.length > 0 ? telling : words;
}

const hasSynonym = ({ synonyms }: Tag, words: readonly string[]): boolean =>
  words.some((word) => synonyms.includes(word));

/** Shorter words are compared whole: as prefixes, two letters match too much. */
const SHORTEST_STEM = 3;

function hasWord({ words }: Tag, wanted: string): boolean {
  return words.some(
    (word) =>
      word === wanted ||
      (wanted.length >= SHORTEST_STEM && word.startsWith(wanted)) ||
      (word.length >= SHORTEST_STEM && wanted.startsWith(word)),
  );
}

function wordsOf(text: string): readonly string[] {
  return foldName(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
