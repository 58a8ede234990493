/**
 * Options for the full-text search. VitePress copies the functions into the site as source text, so they can't use anything outside
 * themselves.
 */
export const SEARCH = {
  options: {
    /** Indexes a name such as `out_of_stock` both whole and in its parts. */
    tokenize: (text) =>
      text.split(/[^\p{L}\p{M}\p{N}\p{S}_]+/u).flatMap((word) => {
        const parts = word.split('_').filter(Boolean);
        return parts.length > 1 ? [word, ...parts] : parts;
      }),
  },
  searchOptions: {
    /** Searches for names only as a whole, because their parts are words as common as "of". */
    tokenize: (text) => text.split(/[^\p{L}\p{M}\p{N}\p{S}_]+/u).filter(Boolean),
    prefix: (term) => term.length > 2,
    /** Lists the page with an error code's fix first. */
    boostDocument: (id, term) => (term.includes('_') && id.startsWith('/reference/errors') ? 2 : 1),
  },
};
