import { Migration } from '@mikro-orm/migrations';

/** Ways to pay that need no app: settings of a storefront, and sessions of guests who chose one. Such a session belongs to no install. */
export class PaymentMethods extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE payments.method (
        id serial PRIMARY KEY,
        storefront_id integer NOT NULL,
        team_id integer NOT NULL,
        kind text NOT NULL CHECK (kind IN ('pay_at_property', 'bank_transfer', 'test')),
        enabled boolean NOT NULL,
        effect text NOT NULL CHECK (effect IN ('confirm', 'extend_hold')),
        hold_hours integer NOT NULL CHECK (hold_hours BETWEEN 1 AND 336),
        details_sealed text,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT method_once UNIQUE (storefront_id, kind)
      );
      ALTER TABLE payments.refund ALTER COLUMN install_id DROP NOT NULL;
      ALTER TABLE payments.session ALTER COLUMN install_id DROP NOT NULL,
        ADD COLUMN storefront_id integer,
        ADD COLUMN method text CHECK (method IN ('pay_at_property', 'bank_transfer', 'test')),
        ADD COLUMN effect text CHECK (effect IN ('confirm', 'extend_hold')),
        ADD CONSTRAINT session_install_or_method CHECK ((method IS NULL) = (install_id IS NOT NULL)
          AND (method IS NULL) = (effect IS NULL) AND (method IS NULL) = (storefront_id IS NULL));
      CREATE UNIQUE INDEX session_method_open ON payments.session (booking_id, method)
        WHERE status IN ('INITIATED', 'REDIRECTED', 'PENDING');
    `);
  }
}
