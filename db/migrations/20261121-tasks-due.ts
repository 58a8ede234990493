import { Migration } from '@mikro-orm/migrations';

/** The order in which a host reads what is still to be done. */
export class TasksDue extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX task_board_due ON tasks.task (team_id, status, due_at, id)`);
  }
}
