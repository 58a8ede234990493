import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isName } from '#kit/names.ts';
import type { Refusal } from '../errors.ts';

/** A step on a task's checklist. */
export interface ChecklistItem {
  readonly text: string;
  readonly done: boolean;
}

const MAX_ITEMS = 50;
const LONGEST_ITEM = 200;

/** Normalizes a new checklist, or returns its first error. */
export function readChecklist(items: readonly { readonly text: string }[]): ChecklistItem[] | Refusal {
  if (items.length > MAX_ITEMS) return refuse(`A checklist can have at most ${MAX_ITEMS} items.`, 'INVALID');
  for (const { text } of items) {
    if (!isName(text, LONGEST_ITEM))
      return refuse(`A checklist's item must have 1 to ${LONGEST_ITEM} visible characters.`, 'INVALID');
    if (hasCardNumber(text)) return refuse(CARD_REFUSAL, 'CARD_DATA');
  }
  return items.map(({ text }) => ({ text: text.trim(), done: false }));
}

const refuse = (message: string, code: Refusal['code']): Refusal => ({
  field: ['input', 'checklist'],
  message,
  code,
});
