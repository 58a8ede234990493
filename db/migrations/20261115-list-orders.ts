import { Migration } from '@mikro-orm/migrations';

/** The orders in which lists are paged: a team's installs, an account's apps, versions that wait for a review. */
export class ListOrders extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX installs_newest ON apps.installs (team_id, installed_at, id)`);
    this.addSql(`DROP INDEX apps.installs_team_id_idx`);
    this.addSql(`CREATE INDEX apps_in_order ON apps.apps (account_id, id)`);
    this.addSql(`DROP INDEX apps.apps_account_id_idx`);
    this.addSql(
      `CREATE INDEX reviews_in_order ON apps.app_versions (submitted_at, id) WHERE status = 'in_review'`,
    );
  }
}
