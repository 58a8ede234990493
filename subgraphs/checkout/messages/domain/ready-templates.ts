import type { Language } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import type { RuleTime } from './due-times.ts';
import { DE } from './ready-texts/de.ts';
import { EN } from './ready-texts/en.ts';
import { ES } from './ready-texts/es.ts';
import { FR } from './ready-texts/fr.ts';
import { IT } from './ready-texts/it.ts';
import { NL } from './ready-texts/nl.ts';
import { READY_KEYS, type ReadyKey, type ReadyTexts } from './ready-texts/ready-text.ts';
import type { TemplateText } from './template-faults.ts';

/** A template to start from, and the time at which a rule usually sends it. */
export interface ReadyTemplate extends RuleTime {
  readonly key: ReadyKey;
  /** In English, like the panel. */
  readonly name: string;
  readonly texts: readonly TemplateText[];
}

const TEXTS: Readonly<Record<Language, ReadyTexts>> = { en: EN, de: DE, fr: FR, es: ES, it: IT, nl: NL };

const USUALLY: Readonly<Record<ReadyKey, RuleTime & { readonly name: string }>> = {
  booked: { name: 'Booking confirmed', trigger: 'booked', hours: null, days: null, at: null },
  before_arrival: { name: 'Before arrival', trigger: 'before_check_in', hours: null, days: 2, at: '10:00' },
  door_code: { name: 'Door code', trigger: 'check_in_day', hours: null, days: null, at: '09:00' },
  during_stay: { name: 'During the stay', trigger: 'check_in_day', hours: null, days: null, at: '20:00' },
  check_out: { name: 'Check-out morning', trigger: 'after_check_out', hours: null, days: 0, at: '08:00' },
  thank_you: { name: 'Thank you', trigger: 'after_check_out', hours: null, days: 1, at: '10:00' },
};

/** Templates to start from, with a text in each guest language. */
export const READY_TEMPLATES: readonly ReadyTemplate[] = READY_KEYS.map((key) => ({
  key,
  ...USUALLY[key],
  texts: LANGUAGES.map((locale) => ({ locale, ...TEXTS[locale][key] })),
}));
