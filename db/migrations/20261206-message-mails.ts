import { Migration } from '@mikro-orm/migrations';

/** Lets an email be about a message: the message records the outcome, and a conversation's emails can be found and erased. */
export class MessageMails extends Migration {
  override up(): void {
    this.addSql(`
      ALTER TABLE apps.mails ADD COLUMN conversation_id bigint, ADD COLUMN message_id bigint;
      CREATE INDEX mails_of_conversation ON apps.mails (conversation_id, created_at) WHERE conversation_id IS NOT NULL;
    `);
  }
}
