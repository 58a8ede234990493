import { Migration } from '@mikro-orm/migrations';

/** Settings of apps can have a value for every placement on a storefront. */
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
