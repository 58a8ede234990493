import type { Tone } from '../../components/status-badge.tsx';
import type { InjectionConsent, InjectionKind, InjectionStatus } from './generated.ts';

const PLACES: Readonly<Record<string, string>> = {
  'home.top': 'Home page, top',
  'home.bottom': 'Home page, bottom',
  'stay.after_description': 'Stay, after the description',
  'stay.after_price': 'Stay, after the price',
  'stay.bottom': 'Stay, bottom',
  'request.after': 'Request, after it was sent',
  'booking.after': 'Confirmed booking',
  'body.end': 'Home page and stays, whole page',
  head: 'Home page and stays, not visible',
};

/** Returns a target's display name. */
export const placeName = (target: string): string => PLACES[target] ?? target;

export const KINDS: Readonly<Record<InjectionKind, string>> = {
  frame: 'Frame',
  script: 'Script',
  link: 'Link',
  meta: 'Verification',
};

export const CONSENTS: Readonly<Record<InjectionConsent, string>> = {
  necessary: 'loaded for every guest',
  preferences: 'loaded once guests allow preferences',
  statistics: 'loaded once guests allow statistics',
  marketing: 'loaded once guests allow marketing',
};

export const STATES: Readonly<Record<InjectionStatus, readonly [tone: Tone, word: string]>> = {
  available: ['over', 'Not placed'],
  draft: ['waiting', 'Draft'],
  published: ['good', 'Published'],
  suspended: ['bad', 'Suspended'],
  gone: ['over', 'Removed'],
};
