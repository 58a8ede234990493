import { Migration } from '@mikro-orm/migrations';

/** Whether a storefront takes no nights, because its team closes. */
export class TeamClosing extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.storefront ADD COLUMN team_closing boolean NOT NULL DEFAULT false;
      UPDATE catalog.storefront s SET team_closing = true
        FROM apps.teams t WHERE t.id = s.team_id AND t.status <> 'active';
    `);
  }
}
