import { type Dispatcher, Pool } from 'undici';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AcpSurface, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo, BUYER } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { LEAK } from '../support/leak.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Chance, chanceOf, patience, SEED, seededTest, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { bytesOf, headerValue, type Json, spoil } from './mutate.ts';

/** Per surface; `npm run tool fuzz` sends 100,000. */
const INPUTS = tries(5_000);
const AT_ONCE = 24;

let platform: TestPlatform;
let pool: Pool;
let surface: AcpSurface;
let session: string;

beforeAll(async () => {
  platform = await startPlatform();
  surface = acpSurfaceTo(platform, 'instant');
  pool = new Pool(platform.address, { connections: AT_ONCE });
  const agent = acpAgent(surface);
  session = (await agent.create({ line_items: [{ id: STAY }], buyer: BUYER })).body.id;
  await agent.close();
});

afterAll(async () => {
  await pool.close();
  await platform.close();
});

const STAY = `stay:1:${daysAhead(40)}:${daysAhead(43)}:2:0`;
const CART = { line_items: [{ item: { id: STAY }, quantity: 1 }], buyer: { ...BUYER } };

interface Input {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer | null;
}

interface Output {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function send({ method, path, headers, body }: Input): Promise<Output> {
  const answer = await pool.request({ method, path, headers: { host: surface.host, ...headers }, body });
  const type = String(answer.headers['content-type'] ?? '');
  return { status: answer.statusCode, type, text: await answer.body.text() };
}

/** Sends every input and passes each response to `check`; a failure names the input by its number. */
async function fuzz(
  make: (chance: Chance) => Input,
  check: (output: Output, input: Input) => void,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < INPUTS) {
      const number = next++;
      const input = make(chanceOf(SEED + number));
      const output = await send(input);
      statuses[output.status] = (statuses[output.status] ?? 0) + 1;
      try {
        expect(output.status).toBeLessThan(500);
        expect(output.text).not.toMatch(LEAK);
        check(output, input);
      } catch (error) {
        const { body, ...head } = input;
        const shown = `${JSON.stringify(head)} ${body?.toString('utf8').slice(0, 2_000) ?? ''}`;
        if (error instanceof Error)
          error.message += `\ninput ${number}: ${shown}\nanswer: ${output.text.slice(0, 1_000)}`;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return statuses;
}

/** Occasionally omits or changes a header. */
function spoilHeaders(chance: Chance, good: Record<string, string>): Record<string, string> {
  const headers = { ...good };
  for (const name of Object.keys(headers)) {
    const fate = chance.below(30);
    if (fate === 0) delete headers[name];
    if (fate === 1) headers[name] = headerValue(chance);
  }
  return headers;
}

const SESSIONS = '/api/acp/checkout_sessions';

function acpInput(chance: Chance): Input {
  const id = chance.pick([
    session,
    session,
    'x',
    '%00',
    '..',
    '5c1a7b52-3f0f-4a58-9f3e-4c8f0a8e2d11',
    '%C3%A9',
    '%zz',
    '%',
  ]);
  const path = chance.pick([
    SESSIONS,
    SESSIONS,
    `${SESSIONS}/${id}`,
    `${SESSIONS}/${id}/complete`,
    `${SESSIONS}/${id}/cancel`,
  ]);
  const method = chance.below(10) === 0 ? chance.pick(['GET', 'PUT', 'DELETE', 'HEAD'] as const) : 'POST';
  const headers = spoilHeaders(chance, {
    authorization: `Bearer ${surface.apiKey}`,
    'content-type': 'application/json',
    'api-version': chance.pick(['2026-04-17', '2026-01-30']),
    'request-id': 'fuzz',
    'idempotency-key': `key-${chance.below(50)}`,
  });
  const body = method === 'POST' || method === 'PUT' ? bytesOf(chance, spoil(chance, CART as Json)) : null;
  return { method, path, headers, body };
}

function checkAcp({ status, type, text }: Output, { method }: Input): void {
  if (method === 'HEAD') return;
  expect(type).toMatch(/^application\/json/);
  const body = JSON.parse(text);
  if (status < 300) {
    expect(body).toMatchObject({
      id: expect.any(String),
      status: expect.any(String),
      line_items: expect.any(Array),
    });
    return;
  }
  expect(Object.keys(body).filter((key) => key !== 'param' && key !== 'supported_versions')).toEqual([
    'type',
    'code',
    'message',
  ]);
  expect(body.type).toMatch(/^(invalid_request|request_not_idempotent)$/);
}

seededTest(
  `${INPUTS} spoiled ACP requests: no 5xx, no leak, always the ACP error shape`,
  async () => {
    const statuses = await fuzz(acpInput, checkAcp);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404', '415']));
    expect(await brokenInvariants(platform.database)).toEqual({});
  },
  patience(60_000),
);

const META = { 'ucp-agent': { profile: 'https://agent.example/profile' }, 'idempotency-key': 'fuzz' };

const INITIALIZE: Json = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
};

function mcpInput(chance: Chance): Input {
  const [name, good] = chance.pick<readonly [string, Json]>([
    ['search_catalog', { catalog: { check_in: daysAhead(9), check_out: daysAhead(12), adults: 2 } }],
    ['lookup_catalog', { id: STAY, meta: META }],
    ['create_checkout', { checkout: CART, meta: META }],
    ['get_checkout', { id: session, meta: META }],
    ['update_checkout', { id: session, checkout: CART, meta: META }],
    ['complete_checkout', { id: session, meta: META }],
    ['cancel_checkout', { id: session, meta: META }],
  ]);
  const call = (args: Json) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const part = chance.below(12);
  const message =
    part === 0 ? spoil(chance, INITIALIZE) : part < 3 ? spoil(chance, call(good)) : call(spoil(chance, good));
  const headers = spoilHeaders(chance, {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  });
  const method = chance.below(20) === 0 ? chance.pick(['GET', 'DELETE', 'PUT'] as const) : 'POST';
  const body = method === 'POST' ? bytesOf(chance, message) : null;
  return { method, path: '/api/mcp', headers, body };
}

function checkMcp({ status, type, text }: Output): void {
  if (status === 202) {
    expect(text).toBe('');
    return;
  }
  expect(type).toMatch(/^application\/json/);
  const body = JSON.parse(text);
  expect(body.jsonrpc).toBe('2.0');
  expect('result' in body).not.toBe('error' in body);
  if (status !== 200)
    expect(body.error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
}

seededTest(
  `${INPUTS} spoiled MCP messages: no 5xx, no leak, always JSON-RPC`,
  async () => {
    const statuses = await fuzz(mcpInput, checkMcp);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '202', '400', '405']));
    expect(await brokenInvariants(platform.database)).toEqual({});
  },
  patience(60_000),
);
