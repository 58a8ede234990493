import type { Language } from '#kit/language.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { NL } from './nl.ts';
import type { ProblemWords } from './problem-words.ts';

export const PROBLEM_WORDS: Readonly<Record<Language, ProblemWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
};
