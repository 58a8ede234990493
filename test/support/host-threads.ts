import { MESSAGE_FIELDS, type MessageAnswer, permalinkIn } from './conversations.ts';
import { ask, hostOf } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** Conversations as a team's host reads and replies to them. */
export function openThreads({ execute, database }: TestPlatform, teamId: number) {
  const host = hostOf(teamId);
  const run = async (text: string, variables: Readonly<Record<string, unknown>>): Promise<MessageAnswer> =>
    (await ask<{ it: MessageAnswer }>({ execute }, host, text, variables)).it;
  return {
    host,
    /** Writes to a booking's or a request's guest. */
    start: (about: object, text: string, idempotencyKey: string = crypto.randomUUID()) =>
      run(
        `mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) ${MESSAGE_FIELDS} }`,
        {
          input: { ...about, text, idempotencyKey },
        },
      ),
    send: (conversationId: string, text: string, idempotencyKey: string = crypto.randomUUID()) =>
      run(
        `mutation($id: ID!, $text: String!, $key: String!) {
          it: conversationMessageSend(conversationId: $id, text: $text, idempotencyKey: $key) ${MESSAGE_FIELDS} }`,
        { id: conversationId, text, key: idempotencyKey },
      ),
    note: (conversationId: string, text: string) =>
      run(
        `mutation($id: ID!, $text: String!) { it: conversationNoteAdd(conversationId: $id, text: $text) ${MESSAGE_FIELDS} }`,
        { id: conversationId, text },
      ),
    /** Proposes a reply. */
    draft: (conversationId: string, text: string) =>
      ask<{ it: { userErrors: readonly { readonly code: string }[] } }>(
        { execute },
        host,
        `mutation($id: ID!, $text: String!) { it: conversationDraftSet(conversationId: $id, text: $text) { userErrors { code } } }`,
        { id: conversationId, text },
      ),
    resend: (messageId: string) =>
      run(`mutation($id: ID!) { it: messageResend(id: $id) ${MESSAGE_FIELDS} }`, { id: messageId }),
    /** A booking's conversation; null if there is none. */
    async of(bookingId: string) {
      const { conversations } = await ask<{ conversations: { nodes: readonly Conversation[] } }>(
        { execute },
        host,
        `query($id: ID!) { conversations(filter: { bookingId: $id }) { nodes {
          id status unread messages(first: 50) { nodes { id direction text status failure { code } author { kind name } } } } } }`,
        { id: bookingId },
      );
      return conversations.nodes[0] ?? null;
    },
    /** Path of a booking's guest page. */
    permalinkOf: async (bookingId: string) => `/bookings/${await permalinkIn(database, bookingId)}`,
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
