import { Migration } from '@mikro-orm/migrations';

/**
 * Units of a night in unpaid agent holds, which have a cap of their own. Holds that start before the functions follow aren't counted;
 * they end within two hours.
 */
export class AgentHeld extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.night ADD COLUMN agent_held integer NOT NULL DEFAULT 0;
      UPDATE catalog.night n SET agent_held = of_agents.units
        FROM (
          SELECT taken.unit_type_id, day::date AS night, sum(taken.units)::integer AS units
          FROM catalog.stay_hold h, unnest(h.unit_type_ids, h.quantities) AS taken (unit_type_id, units),
            generate_series(h.check_in::timestamp, h.check_out - 1, '1 day') AS day
          WHERE h.state = 'held' AND h.by_agent
          GROUP BY 1, 2) AS of_agents
        WHERE n.unit_type_id = of_agents.unit_type_id AND n.night = of_agents.night;
    `);
  }
}
