import type { Language } from '#kit/language.ts';
import { CHANGES_DE } from './changes-de.ts';
import { CHANGES_EN, type ChangeWords } from './changes-en.ts';
import { CHANGES_ES } from './changes-es.ts';
import { CHANGES_FR } from './changes-fr.ts';
import { CHANGES_IT } from './changes-it.ts';
import { CHANGES_NL } from './changes-nl.ts';

export const CHANGE_WORDS: Readonly<Record<Language, ChangeWords>> = {
  en: CHANGES_EN,
  de: CHANGES_DE,
  fr: CHANGES_FR,
  es: CHANGES_ES,
  it: CHANGES_IT,
  nl: CHANGES_NL,
};
