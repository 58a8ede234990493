import type { Language } from '#kit/language.ts';
import { REQUESTS_DE } from './requests-de.ts';
import { REQUESTS_EN, type RequestWords } from './requests-en.ts';
import { REQUESTS_ES } from './requests-es.ts';
import { REQUESTS_FR } from './requests-fr.ts';
import { REQUESTS_IT } from './requests-it.ts';
import { REQUESTS_NL } from './requests-nl.ts';

export const REQUEST_WORDS: Readonly<Record<Language, RequestWords>> = {
  en: REQUESTS_EN,
  de: REQUESTS_DE,
  fr: REQUESTS_FR,
  es: REQUESTS_ES,
  it: REQUESTS_IT,
  nl: REQUESTS_NL,
};
