import { newUuid } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { type Answer, startChannelServer } from './channel.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from './developer.ts';
import { graphql } from './graphql.ts';
import type { TestPlatform } from './platform.ts';

/** An inbox provider's manifest; its endpoint is called only if a test sends something. */
export const INBOX = {
  scopes: ['write_conversations', 'read_contacts', 'read_bookings'],
  capabilities: ['act_as_inbox_provider'],
  endpoints: { message_send: 'https://inbox.example/send' },
} as const;

const RECEIVE = `mutation($input: ReceiveInput!) { it: conversationMessageReceive(input: $input) { applied
  conversation { id status provider externalId subject unread version answerBy contact { id firstName lastName emails } bookings { id }
    messages(first: 50) { nodes { id externalId text sentAt } } }
  message { id conversationId direction text externalId sentAt status bookingId author { kind name } attachments { name type } } userErrors { field code message } } }`;
const REPORT = `mutation($id: ID!, $status: MessageStatus!, $externalId: String, $failure: MessageFailureInput) {
  it: messageStatusUpdate(id: $id, status: $status, externalId: $externalId, failure: $failure) {
    message { id status externalId failure { code text } } userErrors { field code } } }`;

/** An inbox message with the test's overrides. */
export const received = (over: {
  readonly conversation?: Readonly<Record<string, unknown>>;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly import?: boolean;
}) => ({
  ...(over.import === undefined ? {} : { import: over.import }),
  conversation: { externalId: `thread-${newUuid()}`, ...over.conversation },
  message: {
    externalId: `message-${newUuid()}`,
    text: 'Is there a crib?',
    sentAt: new Date().toISOString(),
    ...over.message,
  },
});

/** An inbox provider installed on a team, and its calls. */
export async function openInboxApp(
  platform: TestPlatform,
  developer: Developer,
  manifest: Readonly<Record<string, unknown>> = {},
) {
  const app: InstalledApp = await installNewApp(platform, developer, { ...INBOX, ...manifest });
  const viewer: Viewer = { ...app.viewer, scopes: [...INBOX.scopes], capabilities: [...INBOX.capabilities] };
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  const run = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<any> =>
    (await ask<{ it: unknown }>(platform, viewer, query, variables)).it;
  return {
    app,
    viewer,
    receive: (over: Parameters<typeof received>[0] = {}) => run(RECEIVE, { input: received(over) }),
    /** The same over the developer API, as its install. */
    call: () =>
      graphql(platform.address, RECEIVE, {
        token: app.token,
        version: 'unstable',
        variables: { input: received({}) },
      }),
    report: (id: string, status: string, more: Readonly<Record<string, unknown>> = {}) =>
      run(REPORT, { id, status, ...more }),
  };
}
export type InboxApp = Awaited<ReturnType<typeof openInboxApp>>;

/** An app endpoint's response to a message. */
type SendAnswer = Answer | ((raw: string) => Answer | Promise<Answer>);

/**
 * An inbox provider with its own server, which accepts every message under an id with the prefix `sent-`
 * unless a test overrides it.
 */
export async function openInboxWithServer(platform: TestPlatform, developer: Developer) {
  const server = await startChannelServer();
  const app = await openInboxApp(platform, developer, {
    endpoints: { message_send: `${server.origin}/send` },
  });
  const answer = (given: SendAnswer) => server.answers.set('/send', given);
  answer((raw) => ({ body: { external_id: `sent-${JSON.parse(raw).message_id}` } }));
  return {
    app,
    server,
    answer,
    /** Requests to the app about one message, in order. */
    callsOf: (messageId: string) =>
      server.calls
        .map((call) => ({ ...call, body: JSON.parse(call.raw) as { readonly message_id: string } }))
        .filter(({ body }) => body.message_id === messageId),
  };
}
export type InboxServer = Awaited<ReturnType<typeof openInboxWithServer>>;
