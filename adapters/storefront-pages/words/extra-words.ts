import type { Language } from '#kit/language.ts';
import { EXTRAS_DE } from './extras-de.ts';
import { EXTRAS_EN, type ExtraWords } from './extras-en.ts';
import { EXTRAS_ES } from './extras-es.ts';
import { EXTRAS_FR } from './extras-fr.ts';
import { EXTRAS_IT } from './extras-it.ts';
import { EXTRAS_NL } from './extras-nl.ts';

export const EXTRA_WORDS: Readonly<Record<Language, ExtraWords>> = {
  en: EXTRAS_EN,
  de: EXTRAS_DE,
  fr: EXTRAS_FR,
  es: EXTRAS_ES,
  it: EXTRAS_IT,
  nl: EXTRAS_NL,
};
