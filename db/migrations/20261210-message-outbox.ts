import { Migration } from '@mikro-orm/migrations';

/** Messages that an app has accepted and reports the delivery status of later. */
export class MessageOutbox extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE checkout.messages ADD COLUMN taken_at timestamptz;`);
  }
}
