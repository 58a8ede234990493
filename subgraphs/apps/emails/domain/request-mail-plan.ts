import type { BookingMailTemplate } from './booking-mail.ts';

/** Who is written to about an event of a request, and in which status it is then; one that has moved on is not mailed any more. */
export const REQUEST_MAILS = {
  placed: { status: 'unverified', template: 'request-verify', to: 'guest' },
  created: { status: 'pending', template: 'host-request', to: 'host' },
  declined: { status: 'declined', template: 'request-declined', to: 'guest' },
  expired: { status: 'expired', template: 'request-expired', to: 'guest' },
  failed: { status: 'failed', template: 'request-failed', to: 'guest' },
} as const satisfies Readonly<
  Record<
    string,
    { readonly status: string; readonly template: BookingMailTemplate; readonly to: 'guest' | 'host' }
  >
>;

/** Events of a request that are mailed. An accepted one is mailed as the booking it became, a withdrawn one to no one. */
export type MailedRequestEvent = keyof typeof REQUEST_MAILS;
