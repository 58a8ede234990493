import { MAX_ITEM_ID, MAX_LINES } from '#schema/limits.ts';
import type { Line } from '../store/entities.ts';

/** Why the number of lines keeps a session from being ready; null when it does not. What each line says is catalog's to judge. */
export function lineCountFault(lines: readonly Line[]): 'no_lines' | 'too_many_lines' | null {
  if (lines.length === 0) return 'no_lines';
  return lines.length > MAX_LINES ? 'too_many_lines' : null;
}

/**
 * The lines as a session keeps them: one more than allowed at most, and of an id one character more, so that breaking a limit
 * stays visible.
 */
export const keepLines = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(0, MAX_LINES + 1).map(({ itemId, quantity }) => ({
    itemId: itemId.length > MAX_ITEM_ID ? itemId.slice(0, MAX_ITEM_ID + 1).toWellFormed() : itemId,
    quantity,
  }));

/** The lines that catalog is asked to price. An id that is too long names nothing, and neither does its beginning. */
export const quotableLines = (lines: readonly Line[]): readonly Line[] =>
  lines
    .slice(0, MAX_LINES)
    .map(({ itemId, quantity }) => ({ itemId: itemId.slice(0, MAX_ITEM_ID), quantity }));
