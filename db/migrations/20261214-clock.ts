import { Migration } from '@mikro-orm/migrations';

/**
 * The last instant that processes saw while their clocks agreed with the database's (db/clock-watch.ts), and the oldest release that may
 * run on the database (db/oldest-release.ts).
 */
export class Clock extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE clock (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        seen_at timestamptz NOT NULL
      );
      INSERT INTO clock (seen_at) VALUES (clock_timestamp());
      CREATE TABLE oldest_release (
        id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
        migration text NOT NULL
      );
    `);
  }
}
