import { Migration } from '@mikro-orm/migrations';

/** All queues' figures every 5 minutes, and all apps' webhook attempts by hour, for the operator's health page. */
export class PlatformHistory extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.queue_samples (
        at timestamptz PRIMARY KEY,
        oldest_seconds integer NOT NULL,
        waiting integer NOT NULL,
        failing integer NOT NULL,
        failed integer NOT NULL
      );
      CREATE TABLE apps.webhook_hours (
        hour timestamptz PRIMARY KEY,
        delivered integer NOT NULL,
        failed integer NOT NULL
      );
    `);
  }
}
