// GraphQL's own suggestions ("Did you mean …?"): internal to the library, so it is named here alone.
import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** The known word a text was probably meant to be; null if none is near. */
export const closest = (text: string, known: readonly string[]): string | null =>
  suggestionList(text, known)[0] ?? null;
