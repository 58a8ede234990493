import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { changeFeedEvents, type KnownEvent, type ReadingFacts } from '../domain/feed-changes.ts';
import { readPath } from '../domain/feed-path.ts';
import type { OwnFeed } from './own-feed.ts';

/**
 * Updates a locked feed's events after a read. Without `mayDelete`, past and missing events stay and keep
 * their nights. Returns the number of events before the feed shrank, or null if it didn't.
 */
export async function keepFeedEvents(
  em: Transaction,
  feed: OwnFeed,
  {
    mayDelete,
    ...reading
  }: Pick<ReadingFacts, 'events' | 'isPartial' | 'today' | 'now'> & { readonly mayDelete: boolean },
): Promise<number | null> {
  const before = await eventsOf(em, feed.id);
  const shown = reading.events ? await shownSpans(em, feed.id) : [];
  const facts = { ...reading, shown, shrunkFrom: feed.shrunkFrom ?? null };
  const { events, shrunkFrom } = changeFeedEvents(before, facts);
  const known = new Map(before.map((event) => [event.externalId, JSON.stringify(event)]));
  const changed = events.filter((event) => known.get(event.externalId) !== JSON.stringify(event));
  const kept = new Set(events.map(({ externalId }) => externalId));
  const dropped = before.filter(({ externalId }) => !kept.has(externalId));
  if (mayDelete) await dropEvents(em, feed.id, dropped);
  await writeEvents(em, feed.id, changed);
  return shrunkFrom;
}

async function eventsOf(em: Transaction, feedId: number): Promise<readonly KnownEvent[]> {
  const rows = await tables(em)
    .selectFrom('ical_event')
    .select(['externalId', 'firstNight', 'departure', 'via', 'echo', 'absent', 'missed', 'absentSince'])
    .where('feed', '=', feedId)
    .execute();
  // The fields are in the same order as `changeFeedEvents` returns them, so that rows can be compared.
  return rows.map(({ externalId, firstNight, departure, via, echo, absent, missed, absentSince }) => ({
    externalId,
    firstNight,
    departure,
    via: readPath(via),
    echo,
    absent,
    missed,
    absentSince: absentSince ?? null,
  }));
}

/** Spans that the feed's own link has shown to its channel. */
async function shownSpans(em: Transaction, feedId: number) {
  const rows = await tables(em)
    .selectFrom('ical_shown')
    .innerJoin('ical_export', 'ical_export.id', 'ical_shown.export')
    .select(['ical_shown.checkIn', 'ical_shown.checkOut', 'ical_shown.goneAt'])
    .where('ical_export.feed', '=', feedId)
    .execute();
  return rows.map(({ checkIn, checkOut, goneAt }) => ({ checkIn, checkOut, gone: goneAt !== null }));
}

async function dropEvents(em: Transaction, feedId: number, dropped: readonly KnownEvent[]): Promise<void> {
  if (dropped.length === 0) return;
  const ids = dropped.map(({ externalId }) => externalId);
  await sql`DELETE FROM catalog.ical_event WHERE feed_id = ${feedId} AND external_id = ANY (${ids}::text[])`.execute(
    statements(em),
  );
}

async function writeEvents(em: Transaction, feedId: number, events: readonly KnownEvent[]): Promise<void> {
  if (events.length === 0) return;
  const column = <N extends keyof KnownEvent>(name: N) => events.map((event) => event[name]);
  const paths = events.map(({ via }) => via.join(','));
  const since = events.map(({ absentSince }) => absentSince?.toISOString() ?? null);
  await sql`
    INSERT INTO catalog.ical_event (feed_id, external_id, first_night, departure, via, echo, absent, missed, absent_since)
    SELECT ${feedId}::int, read.* FROM unnest(${column('externalId')}::text[], ${column('firstNight')}::date[],
      ${column('departure')}::date[], ${paths}::text[], ${column('echo')}::boolean[], ${column('absent')}::boolean[],
      ${column('missed')}::int[], ${since}::timestamptz[]) AS read
    ON CONFLICT (feed_id, external_id) DO UPDATE SET first_night = excluded.first_night, departure = excluded.departure,
      via = excluded.via, echo = excluded.echo, absent = excluded.absent, missed = excluded.missed,
      absent_since = excluded.absent_since`.execute(statements(em));
}
