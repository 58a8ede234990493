import { Migration } from '@mikro-orm/migrations';

/** Messages that an app has accepted and whose delivery status it reports later. */
export class MessageOutbox extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE checkout.messages ADD COLUMN taken_at timestamptz;`);
  }
}
