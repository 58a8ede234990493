import { Migration } from '@mikro-orm/migrations';

/** Kinds of task that apps bring: what an install declares, what the host decided about it, and which tasks came of it. */
export class TaskTypes extends Migration {
  override up(): void {
    this.addSql(`
      -- How often tasks were told of the install, and which of its task types the host saw when it was installed.
      ALTER TABLE apps.installs
        ADD COLUMN task_types_version integer NOT NULL DEFAULT 0,
        ADD COLUMN task_types_seen text[] NOT NULL DEFAULT '{}';

      ALTER TABLE tasks.task_type
        ADD COLUMN app text,
        ADD COLUMN description text NOT NULL DEFAULT '',
        ADD COLUMN icon text,
        ADD COLUMN state text NOT NULL DEFAULT 'enabled'
          CHECK (state IN ('offered', 'enabled', 'disabled', 'retired')),
        ADD COLUMN retired_because text,
        ADD COLUMN registered boolean NOT NULL DEFAULT false,
        ADD COLUMN blocks_guest_ready boolean NOT NULL DEFAULT false,
        ADD COLUMN fields jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN rules jsonb NOT NULL DEFAULT '[]',
        ADD CHECK (app IS NULL OR starts_with(key, app || '/')),
        ADD CHECK ((state = 'retired') = (retired_because IS NOT NULL));
      UPDATE tasks.task_type SET blocks_guest_ready = true WHERE key = 'cleaning';

      ALTER TABLE tasks.task
        ADD COLUMN title text,
        ADD COLUMN note text,
        ADD COLUMN created_by_app text,
        ADD COLUMN external_id text,
        ADD COLUMN made_by text,
        ADD COLUMN blocks_guest_ready boolean NOT NULL DEFAULT false;
      UPDATE tasks.task SET blocks_guest_ready = true WHERE task_type = 'cleaning';
      DROP INDEX tasks.task_due;
      CREATE INDEX task_due ON tasks.task (due_at)
        WHERE blocks_guest_ready AND NOT due_noted AND status IN ('OPEN', 'ASSIGNED', 'IN_PROGRESS');
      CREATE INDEX task_blocking ON tasks.task (property_id, status) WHERE blocks_guest_ready;
      CREATE UNIQUE INDEX task_external ON tasks.task (team_id, created_by_app, external_id)
        WHERE external_id IS NOT NULL;
      CREATE INDEX task_created_by ON tasks.task (team_id, created_by_app, created_at)
        WHERE created_by_app IS NOT NULL;
      -- What a rule made for one cause it makes once.
      CREATE UNIQUE INDEX task_made_by ON tasks.task (team_id, task_type, made_by) WHERE made_by IS NOT NULL;
      -- The newest event heard about each install: an older one that comes late is not acted on.
      CREATE TABLE tasks.install_heard (
        team_id bigint NOT NULL, app text NOT NULL, version integer NOT NULL, PRIMARY KEY (team_id, app)
      );
      -- When a rule that repeats is due next.
      CREATE TABLE tasks.rule_turn (
        team_id bigint NOT NULL, task_type text NOT NULL, next_at timestamptz(3) NOT NULL,
        PRIMARY KEY (team_id, task_type),
        FOREIGN KEY (team_id, task_type) REFERENCES tasks.task_type (team_id, key) ON DELETE CASCADE
      );
      CREATE INDEX task_type_repeating ON tasks.task_type (team_id, key)
        WHERE rules @> '[{"trigger": "every", "enabled": true}]' AND state = 'enabled';
      -- A rule that waits a while after its trigger creates nothing for a booking that was called off meanwhile.
      ALTER TABLE tasks.booking_heard ADD COLUMN called_off boolean NOT NULL DEFAULT false;
    `);
  }
}
