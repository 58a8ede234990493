import { MAX_ITEM_ID, MAX_LINES } from '#schema/limits.ts';
import type { Line } from '../store/entities.ts';

/** Returns the fault in the number of lines; null if it's valid. Catalog checks each line's content. */
export function lineCountFault(lines: readonly Line[]): 'no_lines' | 'too_many_lines' | null {
  if (lines.length === 0) return 'no_lines';
  return lines.length > MAX_LINES ? 'too_many_lines' : null;
}

/**
 * Truncates lines for storage to one more than allowed, and ids to one extra character, so violations stay
 * visible.
 */
export const keepLines = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(0, MAX_LINES + 1).map(({ itemId, quantity }) => ({
    itemId: itemId.length > MAX_ITEM_ID ? itemId.slice(0, MAX_ITEM_ID + 1).toWellFormed() : itemId,
    quantity,
  }));

/**
 * Returns the lines for catalog to price, with long ids truncated: neither a long id nor its prefix matches
 * an item.
 */
export const quotableLines = (lines: readonly Line[]): readonly Line[] =>
  lines
    .slice(0, MAX_LINES)
    .map(({ itemId, quantity }) => ({ itemId: itemId.slice(0, MAX_ITEM_ID), quantity }));
