import type { SubgraphContext } from '#db/context.ts';
import type { Reaction } from '#db/subgraph.ts';
import type { BookingEvent, EventPayloads, EventTopic } from '#schema/events.ts';
import { endUnusedTheme } from './billing/commands/end-unused-theme.ts';
import { reversePayment } from './billing/commands/reverse-payment.ts';
import { bookMails } from './emails/commands/book-mails.ts';
import { bookMessageMails } from './emails/commands/book-message-mails.ts';
import { bookRequestMails } from './emails/commands/book-request-mails.ts';
import { eraseGuestMails } from './emails/commands/erase-guest-mails.ts';
import { mailFeedShrank } from './emails/commands/mail-feed-shrank.ts';
import { mailChannelOverbooked, mailOverbooked } from './emails/commands/mail-overbooked.ts';
import { mailFailedRefund, mailRefund } from './emails/commands/mail-refund.ts';
import { mailRuleMessage } from './emails/commands/mail-rule-message.ts';
import { MAILED_EVENTS, type MailedEvent } from './emails/domain/booking-mail-plan.ts';
import { fanOut } from './webhooks/commands/fan-out.ts';
import { PUBLISHED } from './webhooks/topics/generated.ts';

/** Makes events wait together for one dispatcher turn, instead of each waiting for a connection. */
const DELIVERED_AT_ONCE = 100;

const deliverToApps = <T extends EventTopic>(on: T) => ({
  on,
  concurrency: DELIVERED_AT_ONCE,
  run: async (ctx: SubgraphContext, event: EventPayloads[T], at: Date) => {
    if ('imported' in event && event.imported?.webhooks === false) return;
    const { describe, onlyFor } = PUBLISHED[on];
    const delivered = fanOut(ctx, {
      topic: on,
      teamId: event.teamId,
      resource: describe(event),
      occurredAt: 'occurredAt' in event ? new Date(event.occurredAt) : at,
      onlyApp: onlyFor ? onlyFor(event) : null,
    });
    await Promise.all([delivered, BESIDE[on]?.(ctx, event)]);
  },
});

/** Booking emails, which a separate job writes. */
const mailed = Object.fromEntries(
  MAILED_EVENTS.map((on) => [on, (ctx: SubgraphContext, event: BookingEvent) => bookMails(ctx, on, event)]),
) as Readonly<Record<MailedEvent, (ctx: SubgraphContext, event: BookingEvent) => Promise<void>>>; // one entry per event

/** Reactions in addition to an event's webhooks. */
const BESIDE: {
  readonly [T in EventTopic]?: (ctx: SubgraphContext, event: EventPayloads[T]) => Promise<void>;
} = {
  ...mailed,
  'contact.redacted': eraseGuestMails,
  'message.received': bookMessageMails,
  // Messages that go through an app's inbox aren't emailed.
  'message.sent': async (ctx, event) => {
    if (event.provider === 'platform') await bookMessageMails(ctx, event);
  },
  'booking_request.created': (ctx, event) => bookRequestMails(ctx, 'created', event),
  'booking_request.declined': (ctx, event) => bookRequestMails(ctx, 'declined', event),
  'booking_request.expired': (ctx, event) => bookRequestMails(ctx, 'expired', event),
  'booking_request.failed': (ctx, event) => bookRequestMails(ctx, 'failed', event),
};

/** Sends a webhook to each subscribed app; some events also trigger emails, and one ends a theme's subscription. */
export const reactions: readonly Reaction[] = [
  ...Object.keys(PUBLISHED).map(
    (topic) => deliverToApps(topic as EventTopic) as Reaction, // topic and payload come from the same table entry
  ),
  { on: 'booking_request.placed', run: (ctx, event) => bookRequestMails(ctx, 'placed', event) },
  { on: 'booking.change_ended', run: (ctx, event) => bookMails(ctx, 'booking.change_ended', event) },
  { on: 'rule_message.due', run: mailRuleMessage },
  { on: 'folio.refund_failed', run: mailFailedRefund },
  { on: 'refund_session.changed', run: mailRefund },
  { on: 'ical_feed.overbooked', run: mailOverbooked },
  { on: 'ical_feed.shrank', run: mailFeedShrank },
  { on: 'channel_connection.overbooked', run: mailChannelOverbooked },
  { on: 'statement_payment.reversed', run: reversePayment },
  { on: 'theme.removed', run: endUnusedTheme },
];
