import type { BookingMailTemplate } from './booking-mail.ts';

/**
 * Recipients per request event, and the status required to send; if the request has since moved to another
 * status, no email is sent.
 */
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

/**
 * Request events that trigger emails. An accepted request's email is its booking's; a withdrawn one has no
 * email.
 */
export type MailedRequestEvent = keyof typeof REQUEST_MAILS;
