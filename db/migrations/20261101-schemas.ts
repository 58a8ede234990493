import { Migration } from '@mikro-orm/migrations';

/** One PostgreSQL schema per island, so that each can move to a database of its own. */
export class Schemas extends Migration {
  override up(): void {
    for (const island of ['apps', 'catalog', 'checkout', 'payments', 'tasks']) {
      this.addSql(`CREATE SCHEMA IF NOT EXISTS ${island}`);
    }
  }
}
