import { Migration } from '@mikro-orm/migrations';

/** A message that an app took, and of which it reports later how far it came. */
export class MessageOutbox extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE checkout.messages ADD COLUMN taken_at timestamptz;`);
  }
}
