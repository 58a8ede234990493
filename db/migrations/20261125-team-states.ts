import { Migration } from '@mikro-orm/migrations';

/** Where a team and an invitation stand, what an invitation gives, and whose a task is. */
export class TeamStates extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.teams
        ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'closing', 'closed')),
        ADD COLUMN closes_at timestamptz,
        ADD CHECK ((status = 'active') = (closes_at IS NULL));

      -- An invitation of before this gives what its team's members had.
      ALTER TABLE apps.team_invitations
        ADD COLUMN role text NOT NULL DEFAULT 'owner'
          CHECK (role IN ('owner', 'manager', 'front_desk', 'housekeeping', 'revenue', 'developer')),
        ADD COLUMN email text,
        ADD COLUMN property_ids int[] CHECK (cardinality(property_ids) > 0),
        ADD COLUMN status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'accepted', 'revoked')),
        ADD COLUMN ended_at timestamptz,
        ADD CHECK ((status = 'waiting') = (ended_at IS NULL));

      -- Who of the team took a task on; null where it is everybody's, an app's or somebody's outside.
      ALTER TABLE tasks.task ADD COLUMN assignee_account_id bigint;`);
  }
}
