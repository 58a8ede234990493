import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import type { FeedShrankEvent } from '#schema/events.ts';
import { writeMail } from '../outbox/outbox.ts';
import { findBookingReaders } from '../store/booking-readers.ts';

/**
 * Emails the members who can see bookings when a calendar has lost more than half its events: once per person
 * and event. Later reads that still lack the same events don't publish another event
 * (docs/interface/mails.md#calendars).
 */
export async function mailFeedShrank(ctx: SubgraphContext, event: FeedShrankEvent): Promise<void> {
  const { teamId, propertyId, property, unitType, unitTypeId, feed, feedId, version } = event;
  await inTransaction(ctx, async (em) => {
    for (const reader of await findBookingReaders(em, { teamId, propertyId, kind: 'calendars' })) {
      const { accountId, email, name, locale, team } = reader;
      await writeMail(ctx, em, {
        key: `ical-shrank/${feedId}/${version}/${accountId}`,
        to: email,
        member: { accountId, teamId },
        template: 'host-feed-shrank',
        params: { language: languageOf(locale), name, property, unitType, feed },
        link: `/panel/channels/ical?unit=${unitTypeId}&team=${team}`,
      });
    }
  });
}
