import type { Tone } from './status-badge.tsx';

/** Labels for app categories. */
export const CATEGORY_WORDS = {
  access: 'Check-in and locks',
  accounting: 'Accounting',
  channels: 'Sales channels',
  cleaning: 'Cleaning',
  compliance: 'Registration and taxes',
  guest_communication: 'Guest messages',
  guest_experience: 'Guest experience',
  maintenance: 'Maintenance',
  marketing: 'Marketing',
  payments: 'Payments',
  pricing: 'Pricing',
  reporting: 'Reporting',
  reviews: 'Reviews',
  other: 'Other',
} as const;

/** Labels for the statuses of listings and their drafts. */
export const LISTING_WORDS = {
  draft: ['over', 'Draft'],
  in_review: ['waiting', 'In review'],
  published: ['good', 'Published'],
  unlisted: ['over', 'Unlisted'],
  suspended: ['bad', 'Suspended'],
  rejected: ['bad', 'Rejected'],
} as const satisfies Record<string, readonly [Tone, string]>;
