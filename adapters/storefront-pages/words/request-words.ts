import type { Language } from '#kit/language.ts';
import { REQUESTS_DE } from './requests-de.ts';
import { REQUESTS_EN, type RequestWords } from './requests-en.ts';

export const REQUEST_WORDS: Readonly<Record<Language, RequestWords>> = { en: REQUESTS_EN, de: REQUESTS_DE };
