import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery is written for an install that was just read, and installs are never deleted: looking it up again was a fifth of
 * the statement that writes deliveries.
 */
export class UncheckedInstalls extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE apps.deliveries DROP CONSTRAINT deliveries_install_id_fkey');
  }
}
