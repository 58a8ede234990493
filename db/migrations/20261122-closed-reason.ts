import { Migration } from '@mikro-orm/migrations';

/** Why units of a night are closed, for the host to read. */
export class ClosedReason extends Migration {
  override up(): void {
    this.addSql(
      'ALTER TABLE catalog.night ADD COLUMN closed_reason text CHECK (length(closed_reason) <= 200)',
    );
  }
}
