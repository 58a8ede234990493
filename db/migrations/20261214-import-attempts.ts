import { Migration } from '@mikro-orm/migrations';

/** Attempts at an import or export since its last progress: one that keeps ending its process fails for good. */
export class ImportAttempts extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE catalog.transfer ADD COLUMN attempts smallint NOT NULL DEFAULT 0');
  }
}
