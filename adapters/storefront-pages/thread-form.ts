import { randomUUID } from 'node:crypto';
import { MAX_MESSAGE } from '#schema/limits.ts';
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
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const text = (form.get('message') ?? '').replaceAll('\r\n', '\n').trim();
  const key = (form.get('key') ?? '').slice(0, MOST_KEY);
  return { key: key === '' ? randomUUID() : key, text, fault: text === '' ? 'EMPTY' : null };
}

/** A key of ours has 36 characters. */
const MOST_KEY = 64;

/** Bytes of a form with the longest message: a character of three bytes has nine in a form. */
export const LONGEST_MESSAGE_FORM = 9 * MAX_MESSAGE + 1_000;
