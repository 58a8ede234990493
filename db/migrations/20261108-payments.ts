import { Migration } from '@mikro-orm/migrations';

/** Payment sessions, refunds, and what became of the money at the booking. */
export class Payments extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE payments.session (
        id uuid PRIMARY KEY,
        team_id integer NOT NULL,
        install_id integer NOT NULL,
        app_slug text NOT NULL,
        app_name text NOT NULL,
        booking_id integer NOT NULL,
        amount bigint NOT NULL CHECK (amount >= 0),
        currency text NOT NULL,
        test boolean NOT NULL,
        status text NOT NULL CHECK
          (status IN ('INITIATED', 'REDIRECTED', 'PENDING', 'RESOLVED', 'REJECTED', 'EXPIRED', 'CANCELED')),
        request text NOT NULL,
        reference text,
        reject_code text,
        reject_message text,
        pending_reason text,
        last_failure text,
        settlement text CHECK (settlement IN ('confirmed', 'booking_released', 'booking_cancelled', 'already_paid')),
        version integer NOT NULL DEFAULT 1,
        expires_at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CHECK ((status = 'RESOLVED') = (reference IS NOT NULL)),
        CHECK (settlement IS NULL OR status = 'RESOLVED'),
        CHECK ((status = 'REJECTED') = (reject_code IS NOT NULL))
      )`);
    this.addSql(`CREATE INDEX session_booking ON payments.session (booking_id, created_at)`);
    // A guest who comes back finds the attempt that is open: two would be two payments.
    this.addSql(`CREATE UNIQUE INDEX session_open ON payments.session (booking_id, install_id)
      WHERE status IN ('INITIATED', 'REDIRECTED', 'PENDING')`);
    this.addSql(`CREATE INDEX session_due ON payments.session (expires_at)
      WHERE status IN ('INITIATED', 'REDIRECTED', 'PENDING')`);
    this.addSql(`CREATE INDEX session_unsettled ON payments.session (updated_at)
      WHERE status = 'RESOLVED' AND settlement IS NULL`);
    this.addSql(`
      CREATE TABLE payments.refund (
        id uuid PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES payments.session (id),
        team_id integer NOT NULL,
        install_id integer NOT NULL,
        amount bigint NOT NULL CHECK (amount > 0),
        currency text NOT NULL,
        reason text NOT NULL,
        status text NOT NULL CHECK (status IN ('INITIATED', 'REQUESTED', 'MANUAL', 'RESOLVED', 'REJECTED')),
        reference text,
        reject_code text,
        reject_message text,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    this.addSql(`CREATE INDEX refund_session ON payments.refund (session_id)`);
    // What the booking said to the money of a payment session, once and for all.
    this.addSql(`
      CREATE TABLE checkout.payments (
        session_id uuid PRIMARY KEY,
        booking_id integer NOT NULL REFERENCES checkout.bookings (id),
        outcome text NOT NULL CHECK (outcome IN ('confirmed', 'booking_released', 'booking_cancelled', 'already_paid')),
        created_at timestamptz NOT NULL
      )`);
    this.addSql(
      `CREATE UNIQUE INDEX payments_one_confirms ON checkout.payments (booking_id) WHERE outcome = 'confirmed'`,
    );
  }
}
