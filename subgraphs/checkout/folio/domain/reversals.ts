import { dateIn } from '#kit/dates.ts';
import type { FolioEntry } from '../../store/entities.ts';
import type { NewEntry } from './derived-entries.ts';

/** Fields of an entry that determine whether and how it's reversed. */
export type Reversible = Pick<NewEntry, 'id' | 'entry' | 'amount'> & Partial<FolioEntry>;

/** Returns the charges that count: those that are neither reversals nor reversed. */
export function openCharges<E extends Reversible>(entries: readonly E[]): readonly E[] {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter((one) => one.entry === 'charge' && one.reverses == null && !reversed.has(one.id));
}

/** Returns today's date at a property. */
export const todayIn = (timeZone: string, now: Date): string => dateIn(timeZone, now).toString();

/**
 * Returns the entry that reverses another one, dated today or on the reversed entry's date, whichever is
 * later, so that no report for an earlier period changes.
 */
export function reversalOf(entry: Reversible, today: string): NewEntry {
  const { id, amount, kind = null, name = null, method = null, taxIds = [], quantity = 1 } = entry;
  const date = entry.date ?? null;
  return {
    id: `${id}-reversed`,
    entry: entry.entry,
    kind,
    name,
    method,
    amount: -amount,
    quantity,
    feeId: entry.feeId ?? null,
    taxIds: [...taxIds],
    sold: entry.sold ?? false,
    addedTo: entry.addedTo ?? null,
    date: date === null || date > today ? date : today,
    reverses: id,
  };
}
