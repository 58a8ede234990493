import { Migration } from '@mikro-orm/migrations';

/** A random id for this platform, made once: events of two platforms never share an id. */
export class PlatformId extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE apps.platform (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        one boolean PRIMARY KEY DEFAULT true CHECK (one)
      )`);
    this.addSql('INSERT INTO apps.platform DEFAULT VALUES');
  }
}
