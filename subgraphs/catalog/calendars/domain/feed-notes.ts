/** Problems in a file that was still read. */
export const FEED_NOTES = ['PARTLY_READ', 'UNKNOWN_ZONE'] as const;
export type FeedNote = (typeof FEED_NOTES)[number];

/** The first problem in a file, with its line. */
export interface Noted {
  readonly problem: FeedNote;
  readonly line: string;
}

const LONGEST_LINE = 120;

/**
 * Collects problems. Unreadable dates rank before unknown zones, because they may mean that some nights
 * aren't blocked.
 */
export function newNotes() {
  const first = new Map<FeedNote, string>();
  return {
    add(problem: FeedNote, line: string): void {
      if (!first.has(problem))
        first.set(
          problem,
          line
            .toWellFormed()
            .replaceAll(/\p{Cc}/gu, ' ')
            .slice(0, LONGEST_LINE),
        );
    },
    first(): Noted | null {
      const problem = FEED_NOTES.find((one) => first.has(one));
      return problem === undefined ? null : { problem, line: first.get(problem) ?? '' };
    },
  };
}

export type Notes = ReturnType<typeof newNotes>;
