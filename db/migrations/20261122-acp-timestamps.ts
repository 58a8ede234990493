import { Migration } from '@mikro-orm/migrations';

/** When a storefront's ACP clients first used the timestamp of a request without a body, as long as it is accepted. */
export class AcpTimestamps extends Migration {
  override up(): void {
    this.addSql(`
      CREATE UNLOGGED TABLE catalog.acp_timestamp (
        storefront_id integer NOT NULL,
        signed_at bigint NOT NULL,
        used_at timestamptz NOT NULL,
        PRIMARY KEY (storefront_id, signed_at)
      )`);
  }
}
