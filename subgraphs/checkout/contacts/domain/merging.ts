/** A merge can be undone for 30 days. */
export const MERGE_UNDO_MS = 30 * 24 * 3_600_000;
