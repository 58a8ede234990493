import { Migration } from '@mikro-orm/migrations';

/**
 * Messages between teams and guests. A conversation belongs to one provider and one contact; bookings and requests are linked in
 * `conversation_stays`. An outbound message that its provider hasn't received yet stores the time of its next attempt.
 */
export class Conversations extends Migration {
  override up(): void {
    this.addSql(`
      CREATE TABLE checkout.conversations (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        team_id integer NOT NULL,
        contact_id bigint NOT NULL REFERENCES checkout.contacts (id),
        provider text NOT NULL,
        external_id text,
        subject text,
        status text NOT NULL CHECK (status IN ('open', 'answered', 'closed', 'spam')),
        unit_type_id integer,
        assignee_id integer,
        assignee_name text,
        last_message_at timestamptz NOT NULL,
        guest_wrote_at timestamptz,
        waiting_since timestamptz,
        unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
        draft json,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CHECK ((provider = 'platform') = (external_id IS NULL))
      );
      CREATE UNIQUE INDEX conversations_once ON checkout.conversations (team_id, provider, external_id) WHERE external_id IS NOT NULL;
      CREATE INDEX conversations_changed ON checkout.conversations (team_id, updated_at, id);
      CREATE INDEX conversations_latest ON checkout.conversations (team_id, last_message_at, id);
      CREATE INDEX conversations_of_contact ON checkout.conversations (contact_id);
      CREATE INDEX conversations_quiet ON checkout.conversations (last_message_at) WHERE status IN ('open', 'answered');

      CREATE TABLE checkout.conversation_stays (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        conversation_id bigint NOT NULL REFERENCES checkout.conversations (id) ON DELETE CASCADE,
        booking_id bigint,
        request_id uuid,
        CHECK ((booking_id IS NULL) <> (request_id IS NULL))
      );
      CREATE UNIQUE INDEX conversation_stays_booking ON checkout.conversation_stays (conversation_id, booking_id) WHERE booking_id IS NOT NULL;
      CREATE UNIQUE INDEX conversation_stays_request ON checkout.conversation_stays (conversation_id, request_id) WHERE request_id IS NOT NULL;
      CREATE INDEX conversation_stays_of_booking ON checkout.conversation_stays (booking_id) WHERE booking_id IS NOT NULL;
      CREATE INDEX conversation_stays_of_request ON checkout.conversation_stays (request_id) WHERE request_id IS NOT NULL;

      CREATE TABLE checkout.messages (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        conversation_id bigint NOT NULL REFERENCES checkout.conversations (id) ON DELETE CASCADE,
        team_id integer NOT NULL,
        direction text NOT NULL CHECK (direction IN ('in', 'out', 'note')),
        author_kind text NOT NULL CHECK (author_kind IN ('guest', 'host', 'app', 'automation')),
        author_name text,
        account_id integer,
        install_id integer,
        text text NOT NULL,
        external_id text,
        sent_at timestamptz NOT NULL,
        status text NOT NULL CHECK (status IN ('queued', 'sending', 'sent', 'delivered', 'read', 'failed')),
        failure_code text,
        failure_text text,
        in_reply_to bigint,
        booking_id bigint,
        request_id uuid,
        sender text,
        idempotency_key text,
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        created_at timestamptz NOT NULL,
        CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
        CHECK ((sender IS NULL) = (idempotency_key IS NULL))
      );
      CREATE INDEX messages_in_order ON checkout.messages (conversation_id, sent_at, id);
      CREATE UNIQUE INDEX messages_once ON checkout.messages (conversation_id, external_id) WHERE external_id IS NOT NULL;
      CREATE UNIQUE INDEX messages_key ON checkout.messages (sender, idempotency_key) WHERE idempotency_key IS NOT NULL;
      CREATE INDEX messages_of_install ON checkout.messages (install_id, created_at) WHERE install_id IS NOT NULL;
      CREATE INDEX messages_of_booking ON checkout.messages (booking_id, sent_at, id) WHERE booking_id IS NOT NULL;
      CREATE INDEX messages_of_request ON checkout.messages (request_id, sent_at, id) WHERE request_id IS NOT NULL;
      CREATE INDEX messages_due ON checkout.messages (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

      -- Which contact a conversation belonged to before that one was merged into another.
      CREATE TABLE checkout.merged_conversations (
        contact_id bigint NOT NULL REFERENCES checkout.contacts (id) ON DELETE CASCADE,
        conversation_id bigint NOT NULL REFERENCES checkout.conversations (id) ON DELETE CASCADE,
        PRIMARY KEY (contact_id, conversation_id)
      );
    `);
  }
}
