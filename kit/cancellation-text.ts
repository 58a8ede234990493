import { type CancellationCost, type CancellationTerms, isFree, isFullPrice } from './cancellation.ts';
import { type Language, moneyIn } from './language.ts';

/** A language's wording for cancellation terms. */
interface Words {
  readonly deadline: (timeOfDay: string, hoursBefore: number) => Deadline;
  readonly cost: (cost: CancellationCost, currency: string) => string;
  readonly freeUntil: (deadline: Deadline) => string;
  readonly first: (deadline: Deadline, cost: string) => string;
  readonly next: (deadline: Deadline, cost: string) => string;
  readonly last: (cost: string) => string;
  readonly always: (cost: string) => string;
  readonly alwaysFree: string;
  readonly neverFree: string;
  readonly clock: string;
}

/** Wording for a tier's end, after "free cancellation" and after "if you cancel". */
interface Deadline {
  readonly until: string;
  readonly by: string;
}

const days = (hours: number) => hours / 24;

const EN: Words = {
  deadline: (time, hours) => {
    if (hours % 24 !== 0) {
      const before = `${hours} ${hours === 1 ? 'hour' : 'hours'} before ${time} on the day of check-in`;
      return { until: `until ${before}`, by: `at least ${before}` };
    }
    const day =
      hours === 24 ? `${time} on the day before check-in` : `${time}, ${days(hours)} days before check-in`;
    return { until: `until ${day}`, by: `by ${day}` };
  },
  cost: (cost, currency) => {
    if (isFree(cost)) return 'you pay nothing';
    if (isFullPrice(cost)) return 'you pay the full price';
    if (cost.refundPercent !== null) return `you pay ${100 - cost.refundPercent}% of the price`;
    if (cost.feeAmount !== null) return `you pay ${moneyIn('en', cost.feeAmount, currency)}`;
    return cost.feeNights === 1
      ? 'you pay for the first night'
      : `you pay for the first ${cost.feeNights} nights`;
  },
  freeUntil: ({ until }) => `Free cancellation ${until}.`,
  first: ({ by }, cost) => `If you cancel ${by}, ${cost}.`,
  next: ({ by }, cost) => `After that, if you cancel ${by}, ${cost}.`,
  last: (cost) => `After that, or if you don't arrive, ${cost}.`,
  always: (cost) => `If you cancel or don't arrive, ${cost}.`,
  alwaysFree: 'Free cancellation at any time.',
  neverFree: "Non-refundable: if you cancel or don't arrive, you pay the full price.",
  clock: 'Times are local time at the property.',
};

const DE: Words = {
  deadline: (time, hours) => {
    const until = untilInGerman(time, hours);
    return { until, by: until };
  },
  cost: (cost, currency) => {
    if (isFree(cost)) return 'zahlen Sie nichts';
    if (isFullPrice(cost)) return 'zahlen Sie den vollen Preis';
    if (cost.refundPercent !== null) return `zahlen Sie ${100 - cost.refundPercent}% des Preises`;
    if (cost.feeAmount !== null) return `zahlen Sie ${moneyIn('de', cost.feeAmount, currency)}`;
    return cost.feeNights === 1
      ? 'zahlen Sie die erste Nacht'
      : `zahlen Sie die ersten ${cost.feeNights} Nächte`;
  },
  freeUntil: ({ until }) => `Kostenlose Stornierung ${until}.`,
  first: ({ by }, cost) => `Bei einer Stornierung ${by} ${cost}.`,
  next: ({ by }, cost) => `Bei einer späteren Stornierung ${by} ${cost}.`,
  last: (cost) => `Danach oder bei Nichtanreise ${cost}.`,
  always: (cost) => `Bei Stornierung oder Nichtanreise ${cost}.`,
  alwaysFree: 'Kostenlose Stornierung jederzeit möglich.',
  neverFree: 'Nicht erstattbar: Bei Stornierung oder Nichtanreise zahlen Sie den vollen Preis.',
  clock: 'Es gilt die Ortszeit der Unterkunft.',
};

function untilInGerman(time: string, hours: number): string {
  if (hours % 24 !== 0)
    return `bis ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} vor ${time} Uhr am Anreisetag`;
  return hours === 24
    ? `bis zum Tag vor der Anreise um ${time} Uhr`
    : `bis ${days(hours)} Tage vor der Anreise um ${time} Uhr`;
}

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
    const deadline = words.deadline(timeOfDay, tier.hoursBefore);
    if (place > 0) return words.next(deadline, words.cost(tier, currency));
    return isFree(tier) ? words.freeUntil(deadline) : words.first(deadline, words.cost(tier, currency));
  });
}

function withoutTiers({ afterLast }: CancellationTerms, currency: string, locale: Language) {
  const { alwaysFree, neverFree, always, cost } = WORDS[locale];
  if (isFree(afterLast)) return alwaysFree;
  return isFullPrice(afterLast) ? neverFree : always(cost(afterLast, currency));
}
