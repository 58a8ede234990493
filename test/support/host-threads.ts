import { ask, hostOf } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** What a mutation of a message answered. */
interface MessageAnswer {
  readonly message: { readonly id: string; readonly conversationId: string; readonly status: string } | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** Conversations as a team's host reads and answers them. */
export function openThreads({ execute, database }: TestPlatform, teamId: number) {
  const host = hostOf(teamId);
  const run = async (text: string, variables: Readonly<Record<string, unknown>>): Promise<MessageAnswer> =>
    (await ask<{ it: MessageAnswer }>({ execute }, host, text, variables)).it;
  const MESSAGE = '{ message { id conversationId status } userErrors { code } }';
  return {
    host,
    /** Writes to the guest of a booking or a request. */
    start: (about: object, text: string, idempotencyKey: string = crypto.randomUUID()) =>
      run(`mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) ${MESSAGE} }`, {
        input: { ...about, text, idempotencyKey },
      }),
    send: (conversationId: string, text: string, idempotencyKey: string = crypto.randomUUID()) =>
      run(
        `mutation($id: ID!, $text: String!, $key: String!) {
          it: conversationMessageSend(conversationId: $id, text: $text, idempotencyKey: $key) ${MESSAGE} }`,
        { id: conversationId, text, key: idempotencyKey },
      ),
    note: (conversationId: string, text: string) =>
      run(
        `mutation($id: ID!, $text: String!) { it: conversationNoteAdd(conversationId: $id, text: $text) ${MESSAGE} }`,
        { id: conversationId, text },
      ),
    /** Proposes an answer. */
    draft: (conversationId: string, text: string) =>
      ask<{ it: { userErrors: readonly { readonly code: string }[] } }>(
        { execute },
        host,
        `mutation($id: ID!, $text: String!) { it: conversationDraftSet(conversationId: $id, text: $text) { userErrors { code } } }`,
        { id: conversationId, text },
      ),
    resend: (messageId: string) =>
      run(`mutation($id: ID!) { it: messageResend(id: $id) ${MESSAGE} }`, { id: messageId }),
    /** The conversation about a booking; null for none. */
    async of(bookingId: string) {
      const { conversations } = await ask<{ conversations: { nodes: readonly Conversation[] } }>(
        { execute },
        host,
        `query($id: ID!) { conversations(filter: { bookingId: $id }) { nodes {
          id status unread messages { nodes { id direction text status failure { code } author { kind name } } } } } }`,
        { id: bookingId },
      );
      return conversations.nodes[0] ?? null;
    },
    /** The path of a booking's page for its guest. */
    async permalinkOf(bookingId: string) {
      const [row] = await database.query<{ permalink: string }>(
        'SELECT permalink_id AS permalink FROM checkout.bookings WHERE id = $1',
        [Number(bookingId)],
      );
      if (!row) throw new Error(`There is no booking ${bookingId}.`);
      return `/bookings/${row.permalink}`;
    },
  };
}

interface Conversation {
  readonly id: string;
  readonly status: string;
  readonly unread: number;
  readonly messages: {
    readonly nodes: readonly {
      readonly id: string;
      readonly direction: string;
      readonly text: string;
      readonly status: string;
      readonly failure: { readonly code: string } | null;
      readonly author: { readonly kind: string; readonly name: string | null };
    }[];
  };
}
