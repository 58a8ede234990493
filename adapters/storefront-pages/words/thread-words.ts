import type { Language } from '#kit/language.ts';
import { THREADS_DE } from './threads-de.ts';
import { THREADS_EN, type ThreadWords } from './threads-en.ts';
import { THREADS_ES } from './threads-es.ts';
import { THREADS_FR } from './threads-fr.ts';
import { THREADS_IT } from './threads-it.ts';
import { THREADS_NL } from './threads-nl.ts';

export const THREAD_WORDS: Readonly<Record<Language, ThreadWords>> = {
  en: THREADS_EN,
  de: THREADS_DE,
  fr: THREADS_FR,
  es: THREADS_ES,
  it: THREADS_IT,
  nl: THREADS_NL,
};
