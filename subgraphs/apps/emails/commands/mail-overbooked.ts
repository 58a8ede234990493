import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { ChannelOverbookedEvent, FeedOverbookedEvent } from '#schema/events.ts';
import { writeMail } from '../outbox/outbox.ts';
import { findBookingReaders } from '../store/booking-readers.ts';

/**
 * Writes to the members who may see bookings that another calendar sold nights that were taken here. Once for an event and a
 * person, however often it is heard; a feed that is read again publishes none for the same nights (docs/interface/mails.md#calendars).
 */
export const mailOverbooked = (ctx: SubgraphContext, event: FeedOverbookedEvent): Promise<void> =>
  mailReaders(ctx, event, {
    source: event.feed,
    key: `ical/${event.feedId}/${event.version}`,
    page: `/panel/calendars?unit=${event.unitTypeId}&`,
  });

/** The same of nights that a channel sold (docs/interface/channels.md#nights). */
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
