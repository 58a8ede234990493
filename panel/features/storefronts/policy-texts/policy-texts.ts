/** A country with its own sentences; `other` is for all other countries. */
export type TextCountry = 'CH' | 'DE' | 'AT' | 'FR' | 'IT' | 'ES' | 'NL' | 'other';

/**
 * A sentence with facts in braces, such as `{name}`, or several versions of it. The first version whose facts
 * are all known is used; without one, the sentence is omitted.
 */
export type Sentence = string | readonly string[];

/** A page's heading and its sections. */
interface PageText {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly sentences: readonly Sentence[] }[];
}

/** One language's starting texts for policy pages. */
export interface PolicyTexts {
  readonly terms: PageText;
  readonly privacy: PageText;
  /** Names of data protection laws, as `{dataLaw}`. */
  readonly dataLaws: { readonly CH: string; readonly EU: string };
  /** Sentences for each country: the law that applies, as `{law}`, and where guests can complain, as `{complaint}`. */
  readonly countries: Readonly<Record<TextCountry, { readonly law: string; readonly complaint: string }>>;
}
