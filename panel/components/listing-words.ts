import { msg } from '@lingui/core/macro';
import { translated } from '../i18n/translated.ts';
import type { Tone } from './status-badge.tsx';

/** Labels for app categories. */
export const CATEGORY_WORDS = translated({
  access: msg`Check-in and locks`,
  accounting: msg`Accounting`,
  channels: msg`Sales channels`,
  cleaning: msg`Cleaning`,
  compliance: msg`Registration and taxes`,
  guest_communication: msg`Guest messages`,
  guest_experience: msg`Guest experience`,
  maintenance: msg`Maintenance`,
  marketing: msg`Marketing`,
  payments: msg`Payments`,
  pricing: msg`Pricing`,
  reporting: msg`Reporting`,
  reviews: msg`Reviews`,
  other: msg`Other`,
});

/** Labels for the statuses of listings and their drafts. */
export const LISTING_WORDS = translated({
  draft: ['over', msg`Draft`],
  in_review: ['waiting', msg`In review`],
  published: ['good', msg`Published`],
  unlisted: ['over', msg`Unlisted`],
  suspended: ['bad', msg`Suspended`],
  rejected: ['bad', msg`Rejected`],
}) satisfies Record<string, readonly [Tone, string]>;
