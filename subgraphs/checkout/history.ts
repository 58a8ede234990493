import type { History } from '#db/history.ts';
import { MERGE_UNDO_MS } from './contacts/domain/merging.ts';
import { UNVERIFIED_KEPT_MS } from './requests/domain/request-times.ts';

const HOUR_MS = 3_600_000;

/** Retention for checkout's rows. */
export const HISTORY: History = {
  purged: [
    {
      table: 'checkout.idempotency',
      rows: 'responses for repeated requests',
      since: 'created_at',
      keptMs: 48 * HOUR_MS,
      index: 'idempotency_created',
    },
    {
      table: 'checkout.sessions',
      rows: 'sessions that ended without a booking, from their end',
      since: 'updated_at',
      keptMs: 30 * 24 * HOUR_MS,
      where: `status = 'canceled' AND NOT EXISTS (SELECT FROM checkout.bookings b WHERE b.checkout_id = sessions.id)`,
      index: 'sessions_abandoned',
    },
    {
      table: 'checkout.contacts',
      rows: 'merged guests, from the merge',
      since: 'merged_at',
      keptMs: MERGE_UNDO_MS,
      // Skip contacts with others merged into them; the merged contacts go first.
      where: 'NOT EXISTS (SELECT FROM checkout.contacts other WHERE other.merged_into = contacts.id)',
      index: 'contacts_merged_at',
    },
    {
      table: 'checkout.booking_requests',
      rows: 'requests that the guest never confirmed',
      since: 'created_at',
      keptMs: UNVERIFIED_KEPT_MS,
      where: `status = 'unverified'`,
      index: 'booking_requests_unverified',
    },
  ],
  purgedByJob: [
    {
      table: 'checkout.sessions',
      rows: 'guests in lodging sessions, from check-out',
      kept: '30 days',
      job: 'checkout/purge-guests',
      index: 'sessions_guests_until',
    },
    {
      table: 'checkout.attachments',
      rows: "files without a message, from their announcement; redacted guests' files immediately",
      kept: '1 day',
      job: 'checkout/purge-attachments',
      index: 'attachments_idle',
    },
  ],
  kept: [
    { table: 'checkout.bookings', because: "the product's purpose; redaction removes the person" },
    {
      table: 'checkout.booking_views',
      because: "at most 50 per team and 50 per member; a member's own go when they leave",
    },
    {
      table: 'checkout.stray_holds',
      because: "interrupted attempts' nights; the next sweep releases them",
    },
    { table: 'checkout.unit_statuses', because: 'one row per unit' },
    { table: 'checkout.payments', because: 'with their bookings' },
    { table: 'checkout.report_bookings', because: 'with their bookings: what each sold, without the guest' },
    { table: 'checkout.report_cells', because: 'sums of nights sold, without guests' },
    { table: 'checkout.report_progress', because: 'one row per team' },
    { table: 'checkout.folio_entries', because: "bookings' accounts; redaction removes the references" },
    {
      table: 'checkout.invoices',
      because: 'the law requires hosts to keep them; redaction leaves them as they were issued',
    },
    { table: 'checkout.invoice_series', because: 'three rows per team and year' },
    { table: 'checkout.booking_change_requests', because: 'with their bookings; redaction removes messages' },
    { table: 'checkout.contact_keys', because: 'with their contact: at most 40' },
    { table: 'checkout.merged_bookings', because: 'with the merged contact' },
    {
      table: 'checkout.conversations',
      because: "the product's purpose; redaction removes the words",
    },
    { table: 'checkout.conversation_stays', because: 'with their conversation and bookings' },
    { table: 'checkout.messages', because: 'with their conversation' },
    { table: 'checkout.task_photos', because: 'with their tasks: at most 20 each; redaction deletes them' },
    { table: 'checkout.message_templates', because: "the team's texts: at most 100" },
    { table: 'checkout.message_rules', because: "the team's rules: at most 100" },
    { table: 'checkout.rule_messages', because: 'with their bookings, as the log' },
    { table: 'checkout.merged_conversations', because: 'with the merged contact' },
  ],
};
