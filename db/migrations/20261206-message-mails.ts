import { Migration } from '@mikro-orm/migrations';

/** A mail may be about a message: what became of it is recorded there, and mails of a conversation are found to be erased. */
export class MessageMails extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.mails ADD COLUMN conversation_id bigint, ADD COLUMN message_id bigint;
      CREATE INDEX mails_of_conversation ON apps.mails (conversation_id, created_at) WHERE conversation_id IS NOT NULL;
    `);
  }
}
