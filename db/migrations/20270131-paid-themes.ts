import { Migration } from '@mikro-orm/migrations';

/**
 * Paid themes: a plan, subscription, charge, ledger entry or payout belongs to an app or to a theme. A theme's
 * subscription has no install, because a team's storefronts share it. Processes of the previous release skip these rows.
 */
export class PaidThemes extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.plans
        ALTER COLUMN app_id DROP NOT NULL,
        ADD COLUMN theme_id integer REFERENCES apps.themes (id),
        ADD CONSTRAINT plans_product CHECK (num_nonnulls(app_id, theme_id) = 1);
      CREATE UNIQUE INDEX plans_of_theme ON apps.plans (theme_id, key, version) WHERE theme_id IS NOT NULL;
      CREATE UNIQUE INDEX plans_of_theme_current ON apps.plans (theme_id, key) WHERE is_current AND theme_id IS NOT NULL;
      ALTER TABLE apps.subscriptions
        ALTER COLUMN install_id DROP NOT NULL,
        ALTER COLUMN app_id DROP NOT NULL,
        ADD COLUMN theme_id integer REFERENCES apps.themes (id),
        ADD COLUMN reserved_at timestamptz,
        ADD CONSTRAINT subscriptions_product CHECK (
          num_nonnulls(app_id, theme_id) = 1 AND num_nonnulls(install_id, theme_id) = 1);
      CREATE UNIQUE INDEX subscriptions_of_theme_live ON apps.subscriptions (team_id, theme_id)
        WHERE status <> 'cancelled' AND theme_id IS NOT NULL;
      CREATE INDEX subscriptions_of_theme ON apps.subscriptions (team_id, theme_id, id) WHERE theme_id IS NOT NULL;
      CREATE TABLE apps.theme_trial_days (
        team_id integer NOT NULL,
        theme_id integer NOT NULL,
        test boolean NOT NULL,
        day date NOT NULL,
        PRIMARY KEY (team_id, theme_id, test, day)
      );
      ALTER TABLE apps.charges ADD COLUMN theme_id integer;
      ALTER TABLE apps.ledger_entries
        ALTER COLUMN app_id DROP NOT NULL,
        ADD COLUMN theme_id integer,
        ADD CONSTRAINT ledger_entries_product CHECK (num_nonnulls(app_id, theme_id) = 1);
      CREATE INDEX ledger_entries_of_theme ON apps.ledger_entries (theme_id, id) WHERE theme_id IS NOT NULL;
      ALTER TABLE apps.app_payouts
        ALTER COLUMN app_id DROP NOT NULL,
        ADD COLUMN theme_id integer REFERENCES apps.themes (id),
        ADD CONSTRAINT app_payouts_product CHECK (num_nonnulls(app_id, theme_id) = 1);
      CREATE UNIQUE INDEX app_payouts_of_theme ON apps.app_payouts (theme_id, reference) WHERE theme_id IS NOT NULL;
    `);
  }
}
