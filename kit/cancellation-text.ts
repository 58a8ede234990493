import { type CancellationCost, type CancellationTerms, isFree, isFullPrice } from './cancellation.ts';
import { type Language, moneyIn } from './language.ts';

/** A language's wording for cancellation terms. */
interface Words {
  readonly until: (timeOfDay: string, hoursBefore: number) => string;
  readonly cost: (cost: CancellationCost, currency: string) => string;
  readonly freeUntil: (until: string) => string;
  readonly first: (until: string, cost: string) => string;
  readonly next: (until: string, cost: string) => string;
  readonly last: (cost: string) => string;
  readonly always: (cost: string) => string;
  readonly alwaysFree: string;
  readonly neverFree: string;
  readonly clock: string;
}

const days = (hours: number) => hours / 24;

const EN: Words = {
  until: (time, hours) => {
    if (hours % 24 !== 0) return `${hours} hours before ${time} on the day of check-in`;
    return hours === 24
      ? `${time} on the day before check-in`
      : `${time}, ${days(hours)} days before check-in`;
  },
  cost: (cost, currency) => {
    if (isFree(cost)) return 'you pay nothing';
    if (isFullPrice(cost)) return 'you pay the full price';
    if (cost.refundPercent !== null) return `you pay ${100 - cost.refundPercent} % of the price`;
    if (cost.feeAmount !== null) return `you pay ${moneyIn('en', cost.feeAmount, currency)}`;
    return cost.feeNights === 1 ? 'you pay the first night' : `you pay the first ${cost.feeNights} nights`;
  },
  freeUntil: (until) => `Free cancellation until ${until}.`,
  first: (until, cost) => `If you cancel until ${until}, ${cost}.`,
  next: (until, cost) => `After that, until ${until}, ${cost}.`,
  last: (cost) => `After that, or if you do not arrive, ${cost}.`,
  always: (cost) => `If you cancel or do not arrive, ${cost}.`,
  alwaysFree: 'Free cancellation at any time.',
  neverFree: 'Non-refundable: if you cancel or do not arrive, you pay the full price.',
  clock: 'Times are local to the property.',
};

const DE: Words = {
  until: (time, hours) => {
    if (hours % 24 !== 0) return `${hours} Stunden vor ${time} Uhr am Anreisetag`;
    return hours === 24
      ? `${time} Uhr am Tag vor der Anreise`
      : `${time} Uhr, ${days(hours)} Tage vor der Anreise`;
  },
  cost: (cost, currency) => {
    if (isFree(cost)) return 'zahlen Sie nichts';
    if (isFullPrice(cost)) return 'zahlen Sie den vollen Preis';
    if (cost.refundPercent !== null) return `zahlen Sie ${100 - cost.refundPercent} % des Preises`;
    if (cost.feeAmount !== null) return `zahlen Sie ${moneyIn('de', cost.feeAmount, currency)}`;
    return cost.feeNights === 1
      ? 'zahlen Sie die erste Nacht'
      : `zahlen Sie die ersten ${cost.feeNights} Nächte`;
  },
  freeUntil: (until) => `Kostenlose Stornierung bis ${until}.`,
  first: (until, cost) => `Bei einer Stornierung bis ${until} ${cost}.`,
  next: (until, cost) => `Danach, bis ${until}, ${cost}.`,
  last: (cost) => `Danach oder bei Nichtanreise ${cost}.`,
  always: (cost) => `Bei Stornierung oder Nichtanreise ${cost}.`,
  alwaysFree: 'Kostenlose Stornierung jederzeit.',
  neverFree: 'Nicht erstattbar: Bei Stornierung oder Nichtanreise zahlen Sie den vollen Preis.',
  clock: 'Es gilt die Ortszeit der Unterkunft.',
};

const WORDS: Readonly<Record<Language, Words>> = { en: EN, de: DE };

/**
 * Returns the terms in whole sentences for a guest. The text is generated from the terms only, so it can't
 * contradict them.
 */
export function cancellationText(
  terms: CancellationTerms,
  currency: string,
  locale: Language = 'en',
): string {
  const sentences = tierSentences(terms, currency, locale);
  if (sentences.length === 0) return withoutTiers(terms, currency, locale);
  const { last, cost, clock } = WORDS[locale];
  return [...sentences, last(cost(terms.afterLast, currency)), clock].join(' ');
}

/** Returns the first applicable rule in one sentence: the beginning of the text. */
export const cancellationSummary = (
  terms: CancellationTerms,
  currency: string,
  locale: Language = 'en',
): string => tierSentences(terms, currency, locale)[0] ?? withoutTiers(terms, currency, locale);

function tierSentences({ tiers, timeOfDay }: CancellationTerms, currency: string, locale: Language) {
  const words = WORDS[locale];
  return tiers.map((tier, place) => {
    const until = words.until(timeOfDay, tier.hoursBefore);
    if (place > 0) return words.next(until, words.cost(tier, currency));
    return isFree(tier) ? words.freeUntil(until) : words.first(until, words.cost(tier, currency));
  });
}

function withoutTiers({ afterLast }: CancellationTerms, currency: string, locale: Language) {
  const { alwaysFree, neverFree, always, cost } = WORDS[locale];
  if (isFree(afterLast)) return alwaysFree;
  return isFullPrice(afterLast) ? neverFree : always(cost(afterLast, currency));
}
