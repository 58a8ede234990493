import { Migration } from '@mikro-orm/migrations';

/** Task rules' ids in import files. */
export class TaskRuleExternalIds extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE tasks.task_rules ADD COLUMN external_id text;
      CREATE UNIQUE INDEX task_rules_external_id ON tasks.task_rules (team_id, external_id) WHERE external_id IS NOT NULL;
    `);
  }
}
