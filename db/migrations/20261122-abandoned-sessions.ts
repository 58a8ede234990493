import { Migration } from '@mikro-orm/migrations';

/** Finds canceled sessions by when they ended: 30 days later they are deleted. */
export class AbandonedSessions extends Migration {
  override up(): void {
    this.addSql(
      `CREATE INDEX sessions_abandoned ON checkout.sessions (updated_at) WHERE status = 'canceled'`,
    );
  }
}
