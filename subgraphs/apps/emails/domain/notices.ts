import type { MailTemplate } from './mail-templates.ts';

/** Notices to members by what they're about; members unsubscribe from each of them on its own. */
export const NOTICE_KINDS = ['bookings', 'requests', 'messages', 'calendars'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Whose notices an unsubscribe link is about. */
export interface Notice {
  readonly accountId: number;
  readonly teamId: number;
  readonly kind: NoticeKind;
}

const KINDS: Partial<Readonly<Record<MailTemplate, NoticeKind>>> = {
  'host-new': 'bookings',
  'host-confirmed': 'bookings',
  'host-paid': 'bookings',
  'host-cancelled': 'bookings',
  'host-request': 'requests',
  'message-to-host': 'messages',
  'host-overbooked': 'calendars',
  'host-feed-shrank': 'calendars',
};

/** The kind of notice that a template is; null for mails that no one unsubscribes from. */
export const noticeKind = (template: MailTemplate): NoticeKind | null => KINDS[template] ?? null;
