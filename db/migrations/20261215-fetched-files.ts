import { Migration } from '@mikro-orm/migrations';

/** Files that are fetched: attempts, the claim or the next attempt, and the bytes reserved of the team's 5 GB. */
export class FetchedFiles extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE checkout.attachments
        ADD COLUMN attempts smallint NOT NULL DEFAULT 0,
        ADD COLUMN next_attempt_at timestamptz,
        ADD COLUMN reserved_bytes integer NOT NULL DEFAULT 0;
    `);
    this.addSql(`
      CREATE INDEX attachments_to_fetch ON checkout.attachments (team_id, id)
        WHERE status = 'fetching' AND removed_at IS NULL;
    `);
  }
}
