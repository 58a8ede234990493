import { Migration } from '@mikro-orm/migrations';

/**
 * Copies existing payments and refunds through apps to their bookings' folios, with the app that moved the money. Everything else in an
 * existing booking's folio is derived from the booking. What a channel collected for a cancelled booking stays with the channel.
 */
export class FolioEntries extends Migration {
  override up(): void {
    this.addSql(`
      INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, method, amount, received_at, reference, payment_session_id,
          accepted, created_at, updated_at)
        SELECT p.booking_id || '-' || s.id, s.team_id, p.booking_id, 'payment', 'app:' || s.app_slug, s.amount, p.created_at, s.reference,
          s.id, p.outcome IN ('confirmed', 'balance_paid'), p.created_at, p.created_at
        FROM checkout.payments p JOIN payments.session s ON s.id = p.session_id
        WHERE s.method IS NULL
        ORDER BY p.created_at;
      INSERT INTO checkout.folio_entries (id, team_id, booking_id, entry, method, amount, status, reference, payment_session_id,
          refund_session_id, created_at, updated_at)
        SELECT s.booking_id || '-' || r.id, r.team_id, s.booking_id, 'refund',
          CASE WHEN s.method IS NULL THEN 'app:' || s.app_slug ELSE 'other' END, r.amount,
          CASE r.status WHEN 'RESOLVED' THEN 'refunded' WHEN 'REJECTED' THEN 'failed' WHEN 'MANUAL' THEN 'due' ELSE 'requested' END,
          r.reference, s.id, r.id, r.created_at, r.updated_at
        FROM payments.refund r JOIN payments.session s ON s.id = r.session_id JOIN checkout.bookings b ON b.id = s.booking_id
        ORDER BY r.created_at;
      UPDATE checkout.bookings b SET excess_paid = sums.excess, refunded = sums.refunded
        FROM (
          SELECT booking_id, coalesce(sum(amount) FILTER (WHERE entry = 'payment' AND NOT accepted), 0) AS excess,
            coalesce(sum(amount) FILTER (WHERE status = 'refunded'), 0) AS refunded
          FROM checkout.folio_entries GROUP BY booking_id
        ) sums
        WHERE b.id = sums.booking_id AND (sums.excess > 0 OR sums.refunded > 0);
      UPDATE checkout.bookings SET refund_due = 0
        WHERE status = 'cancelled' AND refund_due IS NULL AND paid > 0 AND channel ->> 'collectedBy' = 'channel';
    `);
  }
}
