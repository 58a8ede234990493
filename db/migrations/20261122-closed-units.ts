import { Migration } from '@mikro-orm/migrations';

/** Of the units of a night no more can be closed than there are. */
export class ClosedUnits extends Migration {
  override up(): void {
    this.addSql('UPDATE catalog.night SET closed = total WHERE closed > total');
    this.addSql('ALTER TABLE catalog.night ADD CONSTRAINT night_closed_within CHECK (closed <= total)');
  }
}
