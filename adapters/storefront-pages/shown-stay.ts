import type { PageLookupFragment, PageQuoteFragment, PageStayFragment } from './generated.ts';
import type { Choice } from './stay-query.ts';

/** What the page of a stay shows: the stay, what was chosen, and its price once that is a stay. */
export interface ShownStay {
  readonly stay: PageStayFragment;
  readonly lookup: PageLookupFragment['offer'];
  readonly choice: Choice;
  readonly quote: PageQuoteFragment | null;
  /** The days on which a stay can begin, by the calendar of the property. */
  readonly days: { readonly today: string; readonly last: string };
}
