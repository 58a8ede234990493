import { Migration } from '@mikro-orm/migrations';

/** The order in which a host reads the tasks of one status. */
export class HostTasks extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX task_board ON tasks.task (team_id, status, updated_at, id)`);
  }
}
