import { Migration } from '@mikro-orm/migrations';

/**
 * Tax rates with three decimals, and the number of nights that a tax is charged for at most. `basis_points` stays and holds the rounded
 * rate, for the release before and for taxes that it wrote.
 */
export class TaxRates extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.tax
        ADD COLUMN percent numeric(6, 3) CHECK (percent >= 0 AND percent <= 100),
        ADD COLUMN max_nights integer CHECK (max_nights > 0);
    `);
  }
}
