import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { nextVersion } from '../../store/next-version.ts';
import type { OwnFeed } from '../store/own-feed.ts';

interface Taken {
  readonly first: string | null;
  readonly last: string | null;
  readonly overbooked: readonly string[];
}

/** Maximum number of nights named in the audit trail. */
const MOST_NAMED = 20;

/**
 * Takes nights for a feed's events, as bookings do (docs/interface/ical.md#nights), publishes the changes,
 * and records nights without a free unit. The caller locks the feed.
 */
export async function takeFeedNights(ctx: SubgraphContext, em: Transaction, feed: OwnFeed): Promise<void> {
  await em.flush();
  const { unitType } = feed;
  const { property } = unitType;
  const { teamId } = property.storefront;
  const today = dateIn(property.timeZone, ctx.clock.now()).toString();
  const { rows } =
    await sql<Taken>`SELECT first_night::text AS first, last_night::text AS last, overbooked::text[] AS overbooked
    FROM catalog.take_feed_nights(${feed.id}::int, ${today}::date)`.execute(statements(em));
  const { first = null, last = null, overbooked = [] } = rows[0] ?? {};
  if (first !== null && last !== null) {
    await publish(ctx, em, 'availability.updated', {
      teamId,
      unitTypeId: unitType.id,
      propertyId: property.id,
      from: first,
      until: last,
      version: await nextVersion(em),
    });
  }
  if (overbooked.length === 0) return;
  await publish(ctx, em, 'ical_feed.overbooked', {
    teamId,
    propertyId: property.id,
    property: property.name,
    unitTypeId: unitType.id,
    unitType: unitType.name,
    feedId: feed.id,
    feed: feed.name,
    nights: overbooked,
    version: await nextVersion(em),
  });
  const named = overbooked.slice(0, MOST_NAMED).join(', ');
  const more = overbooked.length > MOST_NAMED ? ` and ${overbooked.length - MOST_NAMED} more` : '';
  await recordTeamEvent(ctx, em, [teamId], {
    kind: 'ical_feed.overbooked',
    subject: `${feed.name}, ${unitType.name}`,
    change: `${named}${more}`,
  });
}
