import type { History } from '#db/history.ts';

const DAY_MS = 24 * 3_600_000;

/** Retention for the catalog's rows. */
export const HISTORY: History = {
  purged: [
    {
      table: 'catalog.transfer',
      rows: 'imports and exports, with their rows and pieces',
      since: 'created_at',
      keptMs: 7 * DAY_MS,
      index: 'transfer_age',
    },
    {
      table: 'catalog.stay_holds',
      rows: 'released nights, from their check-out',
      since: 'check_out',
      keptMs: 30 * DAY_MS,
      where: `state = 'released' AND NOT announced`,
      index: 'stay_hold_released',
    },
    {
      table: 'catalog.channel_night',
      rows: 'nights sold by channels, from each night',
      since: 'night',
      keptMs: 401 * DAY_MS,
      index: 'channel_night_age',
    },
    {
      table: 'catalog.closed_unit_nights',
      rows: 'nights of units out of order, from each night',
      since: 'night',
      keptMs: 401 * DAY_MS,
      index: 'closed_unit_nights_age',
    },
    {
      table: 'catalog.freed_nights',
      rows: 'nights given back after an early departure or a no-show, from each night',
      since: 'night',
      keptMs: 7 * DAY_MS,
      index: 'freed_nights_age',
    },
    {
      table: 'catalog.channel_message',
      rows: 'messages to channels, with their responses',
      since: 'sent_at',
      keptMs: 30 * DAY_MS,
      index: 'channel_message_age',
    },
  ],
  purgedByJob: [
    {
      table: 'catalog.night',
      rows: 'past nights without a booking',
      kept: '400 days',
      job: 'catalog/extend-horizon',
      index: 'night_pkey',
    },
    {
      table: 'catalog.night_change',
      rows: 'changed nights, for processes that keep nights in memory',
      kept: '10 minutes',
      job: 'catalog/prune-night-log',
      index: 'night_change_xid',
    },
    {
      table: 'catalog.media',
      rows: "photos that aren't shown anywhere",
      kept: '7 days',
      job: 'catalog/purge-media',
      index: 'media_idle',
    },
  ],
  kept: [
    { table: 'catalog.storefront', because: 'hosts open them; a closed one keeps its bookings' },
    { table: 'catalog.storefront_domain', because: 'hosts add them' },
    { table: 'catalog.storefront_looks', because: 'at most one per storefront, with five earlier looks' },
    { table: 'catalog.storefront_themes', because: 'hosts install them: at most 30 at a storefront' },
    { table: 'catalog.property', because: 'hosts add them; an archived one keeps its bookings' },
    { table: 'catalog.unit_type', because: 'hosts add them' },
    {
      table: 'catalog.unpaid_sums',
      because: 'two per agent with unpaid holds, deleted with the last of them',
    },
    { table: 'catalog.unit', because: 'one per unit on sale' },
    { table: 'catalog.rate_plan', because: 'hosts write them' },
    { table: 'catalog.cancellation_policy', because: 'hosts write them' },
    { table: 'catalog.fee', because: 'hosts write them' },
    { table: 'catalog.tax', because: 'hosts write them' },
    { table: 'catalog.transfer_piece', because: 'with their import' },
    { table: 'catalog.transfer_row', because: 'with their import' },
    { table: 'catalog.ical_feed', because: 'hosts add them' },
    { table: 'catalog.ical_export', because: 'one per shared calendar' },
    {
      table: 'catalog.ical_shown',
      because: 'spans of upcoming nights under a feed’s link; past ones are deleted when it changes',
    },
    {
      table: 'catalog.ical_event',
      because: "a calendar's upcoming events; each read deletes past ones",
    },
    { table: 'catalog.ical_night', because: 'with the upcoming events' },
    { table: 'catalog.channel_connection', because: 'hosts add them: at most 100 at once' },
    { table: 'catalog.injection_placement', because: 'hosts add them: at most 100 at a storefront' },
    { table: 'catalog.injection_suspension', because: 'operators add them: one per app' },
    {
      table: 'catalog.injection_check',
      because: "one per frame address that didn't load, until it does; kept an hour longer once it loads",
    },
    { table: 'catalog.channel_room', because: 'with their connection: at most 200' },
    { table: 'catalog.channel_rate', because: 'with their room: at most 200 per connection' },
    { table: 'catalog.channel_push', because: 'one per connection' },
    {
      table: 'catalog.channel_change',
      because: 'one per unit type and connection; accepted changes are deleted',
    },
    { table: 'catalog.channel_unmapped_room', because: 'until the channel closes the room' },
    { table: 'catalog.channel_look', because: 'one row' },
    {
      table: 'catalog.acp_timestamp',
      because: 'a few minutes per storefront; the next signed request deletes older ones',
    },
  ],
};
