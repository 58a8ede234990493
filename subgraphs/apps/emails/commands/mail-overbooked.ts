import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { ChannelOverbookedEvent, FeedOverbookedEvent } from '#schema/events.ts';
import { writeMail } from '../outbox/outbox.ts';
import { findBookingReaders } from '../store/booking-readers.ts';

/**
 * Emails the members who can see bookings when another calendar has sold nights already taken here. Sends one
 * email per event and person, even if the event is received repeatedly; reading a feed again publishes no
 * event for the same nights (docs/interface/mails.md#calendars).
 */
export const mailOverbooked = (ctx: SubgraphContext, event: FeedOverbookedEvent): Promise<void> =>
  mailReaders(ctx, event, {
    source: event.feed,
    key: `ical/${event.feedId}/${event.version}`,
    page: `/panel/channels/ical?unit=${event.unitTypeId}&`,
  });

/**
 * Emails the members who can see bookings when a channel has oversold nights
 * (docs/interface/channels.md#nights).
 */
export const mailChannelOverbooked = (ctx: SubgraphContext, event: ChannelOverbookedEvent): Promise<void> =>
  mailReaders(ctx, event, {
    source: event.channel,
    key: `channel/${event.unitTypeId}/${event.version}`,
    page: '/panel/channels?',
  });

async function mailReaders(
  ctx: SubgraphContext,
  { teamId, propertyId, property, unitType, nights }: FeedOverbookedEvent | ChannelOverbookedEvent,
  { source, key, page }: Readonly<Record<'source' | 'key' | 'page', string>>,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    for (const reader of await findBookingReaders(em, { teamId, propertyId, kind: 'calendars' })) {
      const { accountId, email, name, locale, team } = reader;
      await writeMail(ctx, em, {
        key: `${key}/${accountId}`,
        to: email,
        member: { accountId, teamId },
        template: 'host-overbooked',
        params: { language: languageOf(locale), name, property, unitType, feed: source, nights },
        link: `${page}team=${team}`,
      });
    }
  });
}
