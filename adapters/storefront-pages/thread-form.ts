import { randomUUID } from 'node:crypto';
import { MAX_MESSAGE } from '#schema/limits.ts';
import { formTexts } from './form-texts.ts';
import type { ThreadWords } from './words/threads-en.ts';

/** A guest's typed message, to show again. */
export interface Draft {
  /** Key that stores the message only once, no matter how often its form is sent. */
  readonly key: string;
  readonly text: string;
  /** Reason why the message wasn't sent; null before the first attempt. */
  readonly fault: keyof ThreadWords['faults'] | null;
}

export const newDraft = (): Draft => ({ key: randomUUID(), text: '', fault: null });

/** Reads a submitted form, with line endings normalized to LF as in all stored text. */
export function readDraft(body: unknown): Draft {
  const form = formTexts(body, ['message']);
  const text = form.text('message').replaceAll('\r\n', '\n');
  const key = form.text('key').slice(0, MOST_KEY);
  const fault = form.unstorable.includes('message') ? 'UNSTORABLE' : text === '' ? 'EMPTY' : null;
  return { key: key === '' ? randomUUID() : key, text, fault };
}

/** Large enough for our keys, which have 36 characters. */
const MOST_KEY = 64;

/** Size in bytes of a form with the longest message: a three-byte character takes nine bytes in a form. */
export const LONGEST_MESSAGE_FORM = 9 * MAX_MESSAGE + 1_000;
