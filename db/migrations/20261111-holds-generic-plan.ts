import { Migration } from '@mikro-orm/migrations';

/**
 * `hold_stay` is called with arrays of every length; PostgreSQL would plan its statements anew for each call, which costs as
 * much as running them. One plan serves all: nights are found by their primary key whatever the arrays hold.
 */
export class HoldsGenericPlan extends Migration {
  override up(): void {
    this.addSql('ALTER FUNCTION catalog.hold_stay SET plan_cache_mode = force_generic_plan');
  }
}
