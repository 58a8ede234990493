import type { Language } from '#kit/language.ts';
import type { BookingMailWords } from './booking-mail-words.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { NL } from './nl.ts';

export const BOOKING_MAIL_WORDS: Readonly<Record<Language, BookingMailWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
};
