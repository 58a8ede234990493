import { Migration } from '@mikro-orm/migrations';

/** Tasks' photos: uploaded files, moved out of the unused attachments. */
export class TaskPhotos extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.task_photos (
        id bigint PRIMARY KEY,
        team_id integer NOT NULL,
        task_id bigint NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        bytes integer NOT NULL,
        author_name text NOT NULL,
        removed_at timestamptz,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX task_photos_of_task ON checkout.task_photos (task_id, id);
      CREATE INDEX task_photos_of_team ON checkout.task_photos (team_id) INCLUDE (bytes);
      CREATE INDEX task_photos_removed ON checkout.task_photos (removed_at) WHERE removed_at IS NOT NULL;
    `);
  }
}
