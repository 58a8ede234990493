import type {
  PageCalendarFragment,
  PageLookupFragment,
  PageQuoteFragment,
  PageStayFragment,
} from './generated.ts';
import type { Choice } from './stay-query.ts';

/** A stay's page: the stay, the guest's choice, and its price once the choice is complete. */
export interface ShownStay {
  readonly stay: PageStayFragment;
  readonly lookup: PageLookupFragment['offer'];
  readonly choice: Choice;
  readonly quote: PageQuoteFragment | null;
  /** Nights to choose from; null once both dates are chosen. */
  readonly calendar: PageCalendarFragment | null;
  /** Days on which a stay can begin, in the property's time zone. */
  readonly days: { readonly today: string; readonly last: string };
}
