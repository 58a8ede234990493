import { Migration } from '@mikro-orm/migrations';

/**
 * Which holds the other islands have heard of: taking and giving back nights is told by a job from here, many at once,
 * since an event in the transaction of each hold would make all of them wait for one another.
 */
export class CatalogAnnouncements extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE catalog.stay_hold ADD COLUMN announced boolean NOT NULL DEFAULT false;
      CREATE INDEX stay_hold_unannounced ON catalog.stay_hold (updated_at)
        WHERE announced <> (state <> 'released');
    `);
  }
}
