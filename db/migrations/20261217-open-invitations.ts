import { Migration } from '@mikro-orm/migrations';

/**
 * Accounts made through an invitation without an address were confirmed, although anyone could have typed theirs. Those that never
 * proved their address since are unconfirmed again: whoever proves it chooses the password. Such an account has the instant at which
 * it was made as `verified_at`, and joined a team within seconds of that by an open invitation which ended then.
 */
export class OpenInvitations extends Migration {
  override up(): void {
    this.addSql(`
      UPDATE apps.accounts a SET status = 'unverified', verified_at = NULL, password_disputed = true
      WHERE a.status = 'active' AND a.verified_at = a.created_at AND NOT a.operator
        AND EXISTS (
          SELECT FROM apps.memberships m JOIN apps.team_invitations i ON i.team_id = m.team_id
          WHERE m.account_id = a.id AND i.email IS NULL AND i.status = 'accepted'
            AND m.created_at BETWEEN a.created_at AND a.created_at + interval '5 seconds'
            AND i.ended_at BETWEEN a.created_at AND a.created_at + interval '5 seconds')
        AND NOT EXISTS (
          SELECT FROM apps.account_events e
          WHERE e.account_id = a.id AND e.kind IN ('password.reset', 'address.changed', 'account.verified'))
        AND NOT EXISTS (
          SELECT FROM apps.mail_tokens t
          WHERE t.account_id = a.id AND t.used_at IS NOT NULL AND t.purpose IN ('verify', 'reset', 'change'));
    `);
  }
}
