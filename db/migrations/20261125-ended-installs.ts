import { Migration } from '@mikro-orm/migrations';

/** Tasks know whether the newest event of an install ended it: a registration that was under way then is refused. */
export class EndedInstalls extends Migration {
  override up(): void {
    this.addSql(`ALTER TABLE tasks.install_heard ADD COLUMN ended boolean NOT NULL DEFAULT false`);
  }
}
