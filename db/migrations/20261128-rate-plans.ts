import { Migration } from '@mikro-orm/migrations';

/**
 * Several rate plans for each unit type, and ages of children. Discounts become the plan that the unit type is sold with: a plan
 * that several shared is copied to each, and a unit type without one gets one without discounts. No price changes.
 */
export class RatePlans extends Migration {
  override up(): void {
    this.addSql(`
      DROP TRIGGER bump ON catalog.rate_plan;
      DROP TRIGGER tell ON catalog.rate_plan;
      ALTER TABLE catalog.rate_plan
        ADD COLUMN unit_type_id integer REFERENCES catalog.unit_type ON DELETE CASCADE,
        ADD COLUMN description text NOT NULL DEFAULT '',
        ADD COLUMN meal_plan text
          CHECK (meal_plan IN ('room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive')),
        ADD COLUMN cancellation_policy_id integer REFERENCES catalog.cancellation_policy,
        ADD COLUMN payment_mode text NOT NULL DEFAULT 'now' CHECK (payment_mode IN ('now')),
        ADD COLUMN adjust_bp integer NOT NULL DEFAULT 0 CHECK (adjust_bp BETWEEN -10000 AND 20000),
        ADD COLUMN adjust_amount bigint NOT NULL DEFAULT 0
          CHECK (adjust_amount BETWEEN -1000000000 AND 1000000000),
        ADD COLUMN min_stay integer CHECK (min_stay BETWEEN 1 AND 365),
        ADD COLUMN max_stay integer CHECK (max_stay BETWEEN 1 AND 365),
        ADD COLUMN min_advance integer CHECK (min_advance BETWEEN 0 AND 730),
        ADD COLUMN max_advance integer CHECK (max_advance BETWEEN 0 AND 730),
        ADD COLUMN active boolean NOT NULL DEFAULT true,
        ADD COLUMN external_id text,
        ADD COLUMN archived_at timestamptz,
        ADD CHECK (min_stay <= max_stay),
        ADD CHECK (min_advance <= max_advance);

      UPDATE catalog.rate_plan r SET unit_type_id = u.id
        FROM (SELECT rate_plan_id, min(id) AS id FROM catalog.unit_type GROUP BY rate_plan_id) u
        WHERE u.rate_plan_id = r.id;
      DELETE FROM catalog.rate_plan WHERE unit_type_id IS NULL;
      INSERT INTO catalog.rate_plan (property_id, unit_type_id, name, week_discount, month_discount)
        SELECT u.property_id, u.id, coalesce(shared.name, 'Standard'), shared.week_discount, shared.month_discount
        FROM catalog.unit_type u LEFT JOIN catalog.rate_plan shared ON shared.id = u.rate_plan_id
        WHERE u.id IS DISTINCT FROM shared.unit_type_id
        ORDER BY u.id;
      UPDATE catalog.unit_type u SET rate_plan_id = r.id
        FROM catalog.rate_plan r WHERE r.unit_type_id = u.id AND u.rate_plan_id IS DISTINCT FROM r.id;

      ALTER TABLE catalog.rate_plan ALTER COLUMN unit_type_id SET NOT NULL, DROP COLUMN property_id;
      CREATE UNIQUE INDEX rate_plan_external_id ON catalog.rate_plan (unit_type_id, external_id);
      CREATE INDEX rate_plan_cancellation_policy ON catalog.rate_plan (cancellation_policy_id);

      ALTER TABLE catalog.unit_type ADD COLUMN child_age_bands jsonb NOT NULL DEFAULT '[]';
    `);
  }
}
