// GraphQL's suggestions ("Did you mean …?") are internal to the library, so only this file imports them.
import { suggestionList } from 'graphql/jsutils/suggestionList.js';

/** Returns the closest known word; null if none is close enough. */
export const closest = (text: string, known: readonly string[]): string | null =>
  suggestionList(text, known)[0] ?? null;
