import { Migration } from '@mikro-orm/migrations';

/** Photos waiting for processing, by team. */
export class PhotoTurns extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX media_to_process ON catalog.media (team_id, id)
        WHERE status IN ('uploaded', 'processing') AND removed_at IS NULL;
    `);
  }
}
