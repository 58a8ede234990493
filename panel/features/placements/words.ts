import { msg } from '@lingui/core/macro';
import type { Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { InjectionConsent, InjectionKind, InjectionStatus } from './generated.ts';

const PLACES: Readonly<Record<string, string>> = translated({
  'home.top': msg`Home page, top`,
  'home.bottom': msg`Home page, bottom`,
  'stay.after_description': msg`Stay, after the description`,
  'stay.after_price': msg`Stay, after the price`,
  'stay.bottom': msg`Stay, bottom`,
  'request.after': msg`Request, after it was sent`,
  'booking.after': msg`Confirmed booking`,
  'body.end': msg`Home page and stays, whole page`,
  head: msg`Home page and stays, not visible`,
});

/** Returns a target's display name. */
export const placeName = (target: string): string => PLACES[target] ?? target;

export const KINDS: Readonly<Record<InjectionKind, string>> = translated({
  frame: msg`Frame`,
  script: msg`Script`,
  link: msg`Link`,
  meta: msg`Verification`,
});

export const CONSENTS: Readonly<Record<InjectionConsent, string>> = translated({
  necessary: msg`loaded for every guest`,
  preferences: msg`loaded once guests allow preferences`,
  statistics: msg`loaded once guests allow statistics`,
  marketing: msg`loaded once guests allow marketing`,
});

export const STATES: Readonly<Record<InjectionStatus, readonly [tone: Tone, word: string]>> = translated({
  available: ['over', msg`Not placed`],
  draft: ['waiting', msg`Draft`],
  published: ['good', msg`Published`],
  suspended: ['bad', msg`Suspended`],
  gone: ['over', msg`Removed`],
});
