import { Migration } from '@mikro-orm/migrations';

/** Lists below a property: its bookings and its tasks, in the order in which they changed. */
export class NestedLists extends Migration {
  override up(): void {
    this.addSql(`
      CREATE INDEX bookings_of_property ON checkout.bookings (property_id, updated_at, id);
      CREATE INDEX task_of_property ON tasks.task (property_id, updated_at, id);
    `);
  }
}
