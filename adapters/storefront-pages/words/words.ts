import type { Language } from '#kit/language.ts';
import { DE } from './de.ts';
import { EN, type Words } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { NL } from './nl.ts';

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL };
