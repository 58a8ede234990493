import { Migration } from '@mikro-orm/migrations';

/** Imports from a web address or of a file that was uploaded before, and photos that were fetched for one. */
export class ImportSources extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.transfer
        ADD COLUMN source_url text,
        ADD COLUMN announced_sha256 text,
        DROP CONSTRAINT transfer_status_check,
        ADD CONSTRAINT transfer_status_check CHECK (status IN
          ('announced', 'received', 'waiting', 'uploaded', 'checked', 'applying', 'running', 'done', 'failed'));
      ALTER TABLE catalog.media ADD COLUMN source_url text;
      CREATE INDEX media_by_source ON catalog.media (team_id, source_url) WHERE source_url IS NOT NULL;
    `);
  }
}
