import { Migration } from '@mikro-orm/migrations';
import { WIDENINGS } from '../wide-ids.ts';

/**
 * What callers make without end is counted by `bigint` in new databases. One that an earlier release made keeps `integer`: that
 * release reads bigints as text, and the tables would be locked while they are written again. `npm run tool widen` does it once no
 * process of it is left, and the next release in any case (docs/guides/production.md#ids).
 */
export class WideIds extends Migration {
  override async up(): Promise<void> {
    const earlier = await this.execute('SELECT FROM migrations WHERE executed_at < now() LIMIT 1');
    if (earlier.length > 0) return;
    for (const widening of WIDENINGS) this.addSql(widening);
  }
}
