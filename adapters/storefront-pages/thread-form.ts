import { randomUUID } from 'node:crypto';
import { MAX_MESSAGE } from '#schema/limits.ts';
import { formTexts } from './form-texts.ts';
import type { ThreadWords } from './words/threads-en.ts';

/** What a guest typed, as it is shown again. */
export interface Draft {
  /** The message is written once under it, however often its form is sent. */
  readonly key: string;
  readonly text: string;
  /** Why it was not sent; null where nothing was tried. */
  readonly fault: keyof ThreadWords['faults'] | null;
}

export const newDraft = (): Draft => ({ key: randomUUID(), text: '', fault: null });

/** Reads a form that was sent: with the line ends of Unix, as everything is kept. */
export function readDraft(body: unknown): Draft {
  const form = formTexts(body, ['message']);
  const text = form.text('message').replaceAll('\r\n', '\n');
  const key = form.text('key').slice(0, MOST_KEY);
  const fault = form.unstorable.includes('message') ? 'UNSTORABLE' : text === '' ? 'EMPTY' : null;
  return { key: key === '' ? randomUUID() : key, text, fault };
}

/** A key of ours has 36 characters. */
const MOST_KEY = 64;

/** Bytes of a form with the longest message: a character of three bytes has nine in a form. */
export const LONGEST_MESSAGE_FORM = 9 * MAX_MESSAGE + 1_000;
