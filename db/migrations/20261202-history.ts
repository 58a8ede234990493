import { Migration } from '@mikro-orm/migrations';

/** What finds the oldest rows of what goes with time (docs/reference/history.md). */
export class History extends Migration {
  override up(): void {
    this.addSql(`CREATE INDEX device_codes_ended ON apps.device_codes (expires_at)`);
    this.addSql(
      `CREATE INDEX team_invitations_ended ON apps.team_invitations (coalesce(ended_at, expires_at))`,
    );
    this.addSql(
      `CREATE INDEX runtime_tokens_revoked ON apps.runtime_tokens (revoked_at) WHERE revoked_at IS NOT NULL`,
    );
    this.addSql(
      `CREATE INDEX access_tokens_revoked ON apps.access_tokens (revoked_at) WHERE revoked_at IS NOT NULL`,
    );
    this.addSql(
      `CREATE INDEX contacts_merged_at ON checkout.contacts (merged_at) WHERE merged_at IS NOT NULL`,
    );
    this.addSql(`CREATE INDEX sessions_guests_until ON checkout.sessions (coalesce(quote ->> 'checkOut', ''))
      WHERE guests IS NOT NULL`);
    this.addSql(`CREATE INDEX transfer_age ON catalog.transfer (created_at)`);
    this.addSql(`CREATE INDEX stay_hold_released ON catalog.stay_hold (check_out) WHERE state = 'released'`);
  }
}
