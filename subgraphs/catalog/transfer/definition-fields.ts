import { z } from 'zod';
import { isStorable } from '#kit/text.ts';

/** Fields' types in our own files. */

export const UNSTORABLE = 'A text must not contain U+0000 or lone surrogates.';

export const text = z.string().max(10_000).refine(isStorable, UNSTORABLE);
export const count = z.int();
export const date = z.iso.date();
export const id = z.string().min(1).max(128).refine(isStorable, UNSTORABLE);

/** A list whose length is checked before its elements: a list that is too long is reported as a single error. */
export const list = <T extends z.ZodType>(element: T, most: number) =>
  z.array(z.unknown()).max(most).pipe(z.array(element).max(most));
