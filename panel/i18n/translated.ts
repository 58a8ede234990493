import { i18n, type MessageDescriptor } from '@lingui/core';
import { currentLanguage } from './language.ts';

/** A table with each message replaced by its text. */
type Translated<T> = MessageDescriptor extends T
  ? string
  : T extends readonly unknown[] | Readonly<Record<string, unknown>>
    ? { readonly [K in keyof T]: Translated<T[K]> }
    : T;

/**
 * Returns a table whose messages read in the panel's language. They're translated on each access, so that modules can keep
 * tables of words although the language changes later.
 */
export function translated<const T extends object>(table: T): Translated<T> {
  const shown = Array.isArray(table) ? [] : {};
  for (const [key, value] of Object.entries(table)) {
    Object.defineProperty(shown, key, {
      enumerable: true,
      ...(isMessage(value)
        ? { get: () => i18n.t(value) }
        : { value: isTable(value) ? translated(value) : value }),
    });
  }
  // Has the same entries as the mapped type.
  return shown as Translated<T>;
}

const isTable = (value: unknown): value is object =>
  Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype);

const isMessage = (value: unknown): value is MessageDescriptor =>
  isTable(value) && 'id' in value && 'message' in value;

/** Words that are shown: a text, or a message that's translated when it's shown. */
export type Words = string | MessageDescriptor;

/** Returns the options of a choice, with their labels in the panel's language. */
export const translatedOptions = <T extends string>(labels: Readonly<Record<T, Words>>) =>
  translated((Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))); // the keys are exactly T

/** Returns words in the panel's language. */
export const shownWords = (words: Words): string => (typeof words === 'string' ? words : i18n.t(words));

/** Returns a label for the middle of a sentence: in lower case in English; German nouns keep their capitals. */
export const midSentence = (label: string): string =>
  currentLanguage() === 'en' ? label.toLowerCase() : label;
