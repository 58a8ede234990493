import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient, type TypedDocument } from '../../packages/app-sdk/index.ts';
import { type Developer, installNewApp, newDeveloper, pushApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let developer: Developer;
beforeAll(async () => {
  platform = await startPlatform();
  developer = await newDeveloper(platform);
});
afterAll(() => platform.close());

const hashOf = (query: string) => `sha256:${createHash('sha256').update(query).digest('hex')}`;

const NAME = 'query name { currentApp { name } }';
const LATER = 'query later { currentApp { name } }';
const VERIFY = `mutation verify($id: ID!) {
  taskTransitionStatus(id: $id, status: VERIFIED) { task { id } userErrors { message code } }
}`;

interface Named {
  readonly currentApp: { readonly name: string } | null;
}
interface Verified {
  readonly taskTransitionStatus: {
    readonly task: { readonly id: string } | null;
    readonly userErrors: readonly { readonly message: string; readonly code: string }[];
  };
}

/** A document as codegen generates it with `documentMode: 'string'`. */
const embedded = <Result, Variables>(query: string) =>
  Object.assign(new String(query), { __meta__: { hash: hashOf(query) } }) as TypedDocument<Result, Variables>;

/** A document as codegen generates it with `mode: 'replaceDocumentWithHash'`. */
const replaced = (query: string) =>
  ({ __meta__: { hash: hashOf(query) } }) as unknown as TypedDocument<Named, Record<string, never>>;

/** An app that registered two documents, and a client whose request bodies are recorded. */
async function recording(options: Partial<ClientOptions>) {
  const { slug, token } = await installNewApp(platform, developer, {});
  await pushApp(platform, developer, { slug }, { [hashOf(NAME)]: NAME, [hashOf(VERIFY)]: VERIFY });
  const bodies: object[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(JSON.parse(body));
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${platform.address}${request.url}`, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { bodies, client: createClient({ apiUrl: `http://127.0.0.1:${port}`, token, ...options }) };
}

test('a client with persisted documents sends registered documents by their hash', async () => {
  const { bodies, client } = await recording({ persisted: true });
  const { currentApp } = await client.request(embedded<Named, Record<string, never>>(NAME));
  expect(currentApp?.name).toBe('Tidy');
  const verify = client.mutate(embedded<Verified, { id: string }>(VERIFY), { id: '999999' });
  await expect(verify).rejects.toMatchObject({ name: 'RefusedError' });
  expect(bodies).toEqual([
    { documentId: hashOf(NAME) },
    { documentId: hashOf(VERIFY), variables: { id: '999999' } },
  ]);
});

test("a document that the live version doesn't have is sent as text after all", async () => {
  const { bodies, client } = await recording({ persisted: true });
  const { currentApp } = await client.request(embedded<Named, Record<string, never>>(LATER));
  expect(currentApp?.name).toBe('Tidy');
  expect(bodies).toEqual([{ documentId: hashOf(LATER) }, { query: LATER }]);
});

test('documents without a hash are sent as text', async () => {
  const { bodies, client } = await recording({ persisted: true });
  await client.request(NAME);
  expect(bodies).toEqual([{ query: NAME }]);
});

test('a client sends texts unless it is created with persisted documents', async () => {
  const { bodies, client } = await recording({});
  await client.request(embedded<Named, Record<string, never>>(NAME));
  expect(bodies).toEqual([{ query: NAME }]);
});

test('a document that codegen replaced with its hash is always sent by its hash', async () => {
  const { bodies, client } = await recording({});
  expect((await client.request(replaced(NAME))).currentApp?.name).toBe('Tidy');
  await expect(client.request(replaced(LATER))).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' });
  expect(bodies).toEqual([{ documentId: hashOf(NAME) }, { documentId: hashOf(LATER) }]);
});
