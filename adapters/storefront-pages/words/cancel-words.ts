import type { Language } from '#kit/language.ts';
import { CANCELS_DE } from './cancels-de.ts';
import { CANCELS_EN, type CancelWords } from './cancels-en.ts';
import { CANCELS_ES } from './cancels-es.ts';
import { CANCELS_FR } from './cancels-fr.ts';
import { CANCELS_IT } from './cancels-it.ts';
import { CANCELS_NL } from './cancels-nl.ts';

export const CANCEL_WORDS: Readonly<Record<Language, CancelWords>> = {
  en: CANCELS_EN,
  de: CANCELS_DE,
  fr: CANCELS_FR,
  es: CANCELS_ES,
  it: CANCELS_IT,
  nl: CANCELS_NL,
};
