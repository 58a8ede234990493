import { Migration } from '@mikro-orm/migrations';

/**
 * Links that stop a change of address; the moment since which a link removes second factors; and invitations whose mailed link isn't the
 * one that the inviter saw. The release before doesn't find an invitation by the link its inviter saw if it was also mailed.
 */
export class AccountLinks extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.mail_tokens
        ADD COLUMN since timestamptz,
        DROP CONSTRAINT mail_tokens_purpose_check,
        ADD CONSTRAINT mail_tokens_purpose_check
          CHECK (purpose IN ('verify', 'reset', 'change', 'undo', 'stop', 'setup'));

      ALTER TABLE apps.team_invitations ADD COLUMN shown_token_hash text UNIQUE;
    `);
  }
}
