import { Migration } from '@mikro-orm/migrations';

/** Operators suspend teams with a reason; storefronts know of it, by the latest version they heard of. */
export class TeamSuspension extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.teams ADD COLUMN suspended_at timestamptz, ADD COLUMN suspension_reason text,
        ADD COLUMN suspension_version integer NOT NULL DEFAULT 0,
        ADD CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL));
      ALTER TABLE catalog.storefront ADD COLUMN team_suspended boolean NOT NULL DEFAULT false,
        ADD COLUMN team_suspension_version integer NOT NULL DEFAULT 0;
    `);
  }
}
