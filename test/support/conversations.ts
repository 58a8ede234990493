import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { ask, hostOf } from './developer.ts';
import { type Guest, type GuestBooking, openReception } from './guests.ts';
import type { TestPlatform } from './platform.ts';

/** A message mutation's result. */
export interface MessageAnswer {
  readonly message: {
    readonly id: string;
    readonly conversationId: string;
    readonly text: string;
    readonly status: string;
    readonly bookingId: string | null;
  } | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly field: readonly string[];
    readonly message: string;
  }[];
}

export const MESSAGE_FIELDS =
  '{ message { id conversationId text status bookingId } userErrors { code field message } }';

/** Id of a booking guest's link. */
export async function permalinkIn(database: TestPlatform['database'], bookingId: string): Promise<string> {
  const [row] = await database.query<{ permalink: string }>(
    'SELECT permalink_id AS permalink FROM checkout.bookings WHERE id = $1',
    [Number(bookingId)],
  );
  if (!row) throw new Error(`There is no booking ${bookingId}.`);
  return row.permalink;
}

let guests = 0;
export const newGuest = (): Guest => {
  guests += 1;
  return { firstName: 'Grace', lastName: 'Hopper', email: `writer-${guests}-${newUuid()}@example.com` };
};

/** A demo team and its guests: they book, and both write. */
export async function openInbox(platform: TestPlatform, team: string) {
  const { execute, database } = platform;
  const reception = await openReception(platform, team);
  const [found] = await database.query<{ storefront: number }>(
    'SELECT id AS storefront FROM catalog.storefront WHERE domain = $1',
    [`${team}.localhost`],
  );
  if (!found) throw new Error(`There is no storefront of ${team}.`);
  const storefrontId = String(found.storefront);
  const host = hostOf(reception.teamId);

  const permalinkOf = ({ id }: Pick<GuestBooking, 'id'>): Promise<string> => permalinkIn(database, id);
  const run = async <T>(viewer: Viewer, document: string, variables: object): Promise<T> =>
    (await ask<{ it: T }>({ execute }, viewer, document, variables as Record<string, unknown>)).it;

  return {
    host,
    storefrontId,
    teamId: reception.teamId,
    permalinkOf,
    run,
    book: (guest: Guest = newGuest()) => reception.book(guest),
    /** Writes as a booking's guest. */
    async guestWrites(
      booking: Pick<GuestBooking, 'id'>,
      text: string,
      key = newUuid(),
    ): Promise<MessageAnswer> {
      const link = { storefrontId, permalinkId: await permalinkOf(booking) };
      return run(
        { kind: 'public' },
        `mutation($input: GuestMessageSendInput!) { it: guestMessageSend(input: $input) ${MESSAGE_FIELDS} }`,
        { input: { ...link, text, idempotencyKey: key } },
      );
    },
    /** The conversation as a booking's guest sees it. */
    async guestSees(booking: Pick<GuestBooking, 'id'>) {
      return run<{ messages: { text: string; direction: string }[]; canWrite: boolean } | null>(
        { kind: 'public' },
        `query($storefrontId: ID!, $permalinkId: ID!) { it: guestConversation(storefrontId: $storefrontId, permalinkId: $permalinkId) {
          messages { text direction author { kind name } } canWrite writableUntil } }`,
        { storefrontId, permalinkId: await permalinkOf(booking) },
      );
    },
    /** Writes in a conversation as the host. */
    hostWrites: (conversationId: string, text: string, key = newUuid(), viewer: Viewer = host) =>
      run<MessageAnswer>(
        viewer,
        `mutation($conversationId: ID!, $text: String!, $key: String!) { it:
          conversationMessageSend(conversationId: $conversationId, text: $text, idempotencyKey: $key) ${MESSAGE_FIELDS} }`,
        { conversationId, text, key },
      ),
    /** A conversation as the host sees it. */
    read: (id: string, viewer: Viewer = host) =>
      run<{
        readonly status: string;
        readonly unread: number;
        readonly version: number;
        readonly subject: string | null;
        readonly answerBy: string | null;
        readonly provider: string;
        readonly bookings: readonly { readonly id: string }[];
        readonly contact: { readonly id: string } | null;
        readonly draft: { readonly text: string; readonly author: { readonly kind: string } } | null;
        readonly capabilities: { readonly sendUntil: string | null };
        readonly messages: { readonly nodes: readonly Record<string, unknown>[] };
      } | null>(
        viewer,
        `query($id: ID!) { it: conversation(id: $id) { id status unread version subject answerBy provider assigneeId assigneeName
          bookings { id } requests { id } contact { id } draft { text author { kind } } capabilities { sendUntil } messages(last: 50) {
          nodes { id direction text status sentAt author { kind name } failure { code } inReplyTo bookingId } } } }`,
        { id },
      ),
  };
}
export type Inbox = Awaited<ReturnType<typeof openInbox>>;
