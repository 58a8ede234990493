import type { Language } from '#kit/language.ts';
import { THREADS_DE } from './threads-de.ts';
import { THREADS_EN, type ThreadWords } from './threads-en.ts';

export const THREAD_WORDS: Readonly<Record<Language, ThreadWords>> = { en: THREADS_EN, de: THREADS_DE };
