import { Migration } from '@mikro-orm/migrations';

/** App settings can have a separate value for each storefront placement. */
export class PlacementSettings extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.install_settings
        DROP CONSTRAINT install_settings_per_check,
        ADD CONSTRAINT install_settings_per_check
          CHECK (per IN ('install', 'property', 'unit_type', 'connection', 'placement'));
    `);
  }
}
