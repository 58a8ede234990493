import { Migration } from '@mikro-orm/migrations';

/** Index for members' own tasks, apart from the migration that changes the table, so it isn't built under that lock. */
export class TaskAssignees extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX IF NOT EXISTS task_of_assignee ON tasks.task (team_id, assignee_account_id, due_at, id)
        WHERE assignee_account_id IS NOT NULL;
    `);
  }
}
