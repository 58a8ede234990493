import type { Language } from '#kit/language.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import type { MessageWords } from './message-words.ts';
import { NL } from './nl.ts';

export const MESSAGE_WORDS: Readonly<Record<Language, MessageWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
};
