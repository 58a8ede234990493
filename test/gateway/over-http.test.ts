import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphql } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { overHttp } from '#gateway/remote/over-http.ts';
import type { Context } from '#kit/context.ts';
import { readViewerToken, VIEWER_HEADER, type ViewerClaims } from '#kit/viewer-token.ts';
import { openShop, shopSupergraph } from './shop.ts';

const planner = createPlanner(shopSupergraph());
const viewerKey = randomBytes(32);
const caller = { viewer: { kind: 'public' }, requestId: 'request-9', apiVersion: '2026-01' } as const;

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => Promise<void> | void;
interface Service {
  readonly name: string;
  readonly server: Server;
  answer: Answer;
}

let services: Service[];
let engine: Engine;
let seen: (ViewerClaims | null)[];

/** Each shop subgraph as its own server, executed by plain graphql-js. */
beforeEach(async () => {
  seen = [];
  services = openShop().subgraphs.map(({ name, schema }) => {
    const service: Service = {
      name,
      async answer(request, response, body) {
        const token = readViewerToken(String(request.headers[VIEWER_HEADER]), [viewerKey], new Date());
        seen.push(token?.subgraph === name && token.isFor(body) ? token.claims : null);
        const { query, variables, operationName } = JSON.parse(body);
        const result = await graphql({ schema, source: query, variableValues: variables, operationName });
        response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
      },
      server: createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += chunk;
        await service.answer(request, response, body);
      }),
    };
    return service;
  });
  await Promise.all(services.map(({ server }) => once(server.listen(0, '127.0.0.1'), 'listening')));
  const dataSources = services.map(({ name, server }) => {
    const { port } = server.address() as AddressInfo;
    return overHttp({ name, url: `http://127.0.0.1:${port}/graphql`, viewerKey });
  });
  // The HTTP path reads only the caller and the time from a context.
  const contextFor = (given: object) => ({ ...given, clock: { now: () => new Date() } }) as Context;
  engine = createEngine({ planner, dataSources, contextFor });
});

afterEach(async () => {
  await engine.close();
  for (const { server } of services) server.close();
});

const run = (text: string, variables = {}) => engine.prepare(text).run(variables, caller);
const serviceOf = (name: string): Service => {
  const service = services.find((one) => one.name === name);
  if (!service) throw new Error(`The shop has no subgraph ${name}.`);
  return service;
};

test('an operation returns the same response from subgraphs in other processes', async () => {
  const text = 'query ($on: Day) { products(first: 2, on: $on) { name price postage maker { name } } }';
  expect(await run(text, { on: '2026-01-02' })).toEqual({
    data: {
      products: [
        { name: 'Product 1', price: 'EUR 100', postage: 17, maker: { name: 'Person 2' } },
        { name: 'Product 2', price: 'EUR 200', postage: 2, maker: { name: null } },
      ],
    },
  });
});

test('every subgraph receives the caller, request id and version', async () => {
  await run('{ reviews { author { name } } }');
  const claims = { ...caller, address: null };
  expect(seen).toEqual([claims, claims]);
});

test('an error keeps its code and its path in the whole response', async () => {
  const { errors } = await run('{ products(first: 3) { rating } }');
  expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
    ['products.2.rating', 'UNRATED'],
  ]);
});

const outages: readonly [string, Answer][] = [
  ['closes the connection', (request) => void request.socket.destroy()],
  ['returns an error page', (_, response) => void response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['returns JSON that is not a GraphQL result', (_, response) => void response.end('[]')],
  ['returns fewer entities than requested', (_, response) => void response.end('{"data":{"_entities":[]}}')],
];

test.each(outages)('a subgraph that %s affects only its part of the response', async (_what, answer) => {
  serviceOf('people').answer = answer;
  const { data, errors } = await run('{ best { score author { name } } }');
  expect(data).toEqual({ best: { score: 2, author: { name: null } } });
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INTERNAL_SERVER_ERROR']);
});

test("a JSON response can't modify Object.prototype", async () => {
  serviceOf('people').answer = (_, response) =>
    void response.end(
      '{"data":{"_entities":[{"__typename":"Person","name":"n","__proto__":{"polluted":true}}]}}',
    );
  await run('{ best { author { name } } }');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
