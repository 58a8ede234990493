import { Migration } from '@mikro-orm/migrations';

/**
 * The share of a night's units in unpaid agent holds is 50 % where a host didn't choose another one. 100 was the default before, and
 * is a host's choice only if the team's activity names it.
 */
export class AgentHolds extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ALTER COLUMN max_held_share_percent SET DEFAULT 50;
      UPDATE catalog.storefront s SET max_held_share_percent = 50
        WHERE s.max_held_share_percent = 100 AND NOT EXISTS (
          SELECT FROM team_events e WHERE e.team_id = s.team_id AND e.kind = 'storefront.updated' AND e.subject = s.name
            AND e.change LIKE '%maxHeldSharePercent: 100%');

      ALTER TABLE catalog.stay_hold ADD COLUMN by_agent boolean NOT NULL DEFAULT false;
      UPDATE catalog.stay_hold SET by_agent = true
        WHERE state = 'held' AND (agent_address IS NOT NULL OR agent_profile IS NOT NULL);
    `);
  }
}
