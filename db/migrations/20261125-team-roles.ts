import { Migration } from '@mikro-orm/migrations';

/** What somebody is on a team, and where an invitation stands. Who belongs to a team today could do everything: an owner. */
export class TeamRoles extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.memberships
        ADD COLUMN role text NOT NULL DEFAULT 'owner'
          CHECK (role IN ('owner', 'manager', 'front_desk', 'housekeeping', 'revenue', 'developer')),
        -- Properties the membership is limited to; null for all of them.
        ADD COLUMN property_ids int[] CHECK (cardinality(property_ids) > 0),
        ADD CHECK (role <> 'owner' OR property_ids IS NULL)`);
  }
}
