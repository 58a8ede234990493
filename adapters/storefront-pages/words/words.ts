import type { Language } from '#kit/language.ts';
import { DE } from './de.ts';
import { EN, type Words } from './en.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, de: DE };

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
