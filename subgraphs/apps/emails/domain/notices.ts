import type { MailTemplate } from './mail-templates.ts';

/** Member notices by subject; members unsubscribe from each separately. */
export const NOTICE_KINDS = ['bookings', 'requests', 'messages', 'calendars'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Member and notice that an unsubscribe link refers to. */
export interface Notice {
  readonly accountId: number;
  readonly teamId: number;
  readonly kind: NoticeKind;
}

const KINDS: Partial<Readonly<Record<MailTemplate, NoticeKind>>> = {
  'host-new': 'bookings',
  'host-confirmed': 'bookings',
  'host-payment-returned': 'bookings',
  'host-refund-failed': 'bookings',
  'host-paid': 'bookings',
  'host-cancelled': 'bookings',
  'host-request': 'requests',
  'message-to-host': 'messages',
  'host-overbooked': 'calendars',
  'host-feed-shrank': 'calendars',
};

/** Returns a template's notice kind; null for emails without an unsubscribe link. */
export const noticeKind = (template: MailTemplate): NoticeKind | null => KINDS[template] ?? null;
