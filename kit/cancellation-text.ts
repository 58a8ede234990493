import { type CancellationTerms, isFree, isFullPrice } from './cancellation.ts';
import { CANCELLATION_WORDS, costIn } from './cancellation-words.ts';
import type { Language } from './language.ts';

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
  const { last, clock } = CANCELLATION_WORDS[locale];
  return [...sentences, last(costIn(locale, terms.afterLast, currency)), clock].join(' ');
}

/** Returns the first applicable rule in one sentence: the beginning of the text. */
export const cancellationSummary = (
  terms: CancellationTerms,
  currency: string,
  locale: Language = 'en',
): string => tierSentences(terms, currency, locale)[0] ?? withoutTiers(terms, currency, locale);

function tierSentences({ tiers, timeOfDay }: CancellationTerms, currency: string, locale: Language) {
  const words = CANCELLATION_WORDS[locale];
  return tiers.map((tier, place) => {
    const deadline = words.deadline(timeOfDay, tier.hoursBefore);
    if (place > 0) return words.next(deadline, costIn(locale, tier, currency));
    return isFree(tier) ? words.freeUntil(deadline) : words.first(deadline, costIn(locale, tier, currency));
  });
}

function withoutTiers({ afterLast }: CancellationTerms, currency: string, locale: Language) {
  const { alwaysFree, neverFree, always } = CANCELLATION_WORDS[locale];
  if (isFree(afterLast)) return alwaysFree;
  return isFullPrice(afterLast) ? neverFree : always(costIn(locale, afterLast, currency));
}
