import { Migration } from '@mikro-orm/migrations';

/**
 * Records who cancelled a booking, when, why, and for which fee, and whether a property taxes such fees. Until now, only hosts, apps and channels could cancel, and apps only
 * bookings in their own name, so earlier cancellations are attributed to the channel, the app or the host.
 */
export class BookingCancellations extends Migration {
  override up(): void {
    this.addSql(
      `ALTER TABLE catalog.property ADD COLUMN tax_cancellation_fees boolean NOT NULL DEFAULT false`,
    );
    this.addSql(`
      ALTER TABLE checkout.bookings ADD COLUMN cancelled_at timestamptz, ADD COLUMN cancelled_by text,
        ADD COLUMN cancel_reason text, ADD COLUMN cancellation_fee bigint CHECK (cancellation_fee >= 0);
      UPDATE checkout.bookings b SET cancelled_at = b.updated_at,
        cancelled_by = CASE WHEN b.channel_connection_id IS NOT NULL THEN 'channel' WHEN b.entered_by IS NOT NULL THEN 'app' ELSE 'host' END,
        cancellation_fee = coalesce(
          (SELECT e.amount FROM checkout.folio_entries e
           WHERE e.booking_id = b.id AND e.kind = 'cancellation' AND e.reverses IS NULL ORDER BY e.number DESC LIMIT 1),
          CASE WHEN b.charged IS NULL THEN greatest(0, b.paid - b.refund_due) END, 0)
        WHERE b.status = 'cancelled';
    `);
  }
}
