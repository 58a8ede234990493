import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AcpAgent, type AcpAnswer, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform } from '../support/platform.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

const LIMIT = 60;
const ACP = '/api/acp/checkout_sessions/none';
const SEARCH = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_catalog', arguments: { catalog: {} } },
};

let servers: TwoServers;
const opened: AcpAgent[] = [];

const agentAt = (address: string, key: string): AcpAgent => {
  const agent = acpAgent({ ...acpSurfaceTo(servers.platform, key), address });
  opened.push(agent);
  return agent;
};

beforeAll(async () => {
  servers = await startTwoServers({ AGENT_RATE_LIMIT: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(async () => {
  await Promise.all(opened.map((agent) => agent.close()));
  await servers.close();
});

const overAcp = (agent: AcpAgent, headers = {}) => agent.send('GET', ACP, { headers });
const overMcp = (agent: AcpAgent, headers = {}) =>
  agent.send('POST', '/api/mcp', {
    body: SEARCH,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });

let addresses = 0;
/** A fresh address with a full budget. */
const newAddress = () => {
  addresses += 1;
  return { 'x-forwarded-for': `203.0.113.${addresses}` };
};

/** Sends this many requests from one address, to both processes concurrently. */
async function askFrom(from: object, times: number): Promise<readonly AcpAnswer[]> {
  const agents = servers.addresses.map((address) => agentAt(address, 'instant'));
  const answers: AcpAnswer[] = [];
  // Limited concurrency so that counting keeps up: an uncounted request is admitted.
  const waiting = Array.from({ length: times }).keys();
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const n of waiting) {
        const agent = agents[n % 2] as AcpAgent; // two agents
        answers.push(await (n % 3 === 0 ? overMcp(agent, from) : overAcp(agent, from)));
      }
    }),
  );
  return answers;
}

const served = (answers: readonly AcpAnswer[]) => answers.filter(({ status }) => status !== 429);

test('an address can use exactly its budget across two processes', async () => {
  const from = newAddress();
  const answers = await askFrom(from, 5 * LIMIT);
  expect(served(answers)).toHaveLength(LIMIT);
  for (const { status, headers } of answers) {
    expect([200, 404, 429]).toContain(status);
    if (status !== 429) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  const refused = await overAcp(agentAt(servers.addresses[0], 'instant'), from);
  expect(refused).toMatchObject({ status: 429, body: { type: 'invalid_request', code: 'rate_limited' } });
});

test('each storefront has a separate budget', async () => {
  const from = newAddress();
  expect(served(await askFrom(from, LIMIT + 1))).toHaveLength(LIMIT);
  expect((await overAcp(agentAt(servers.addresses[0], 'signed'), from)).status).toBe(404);
});

test("a wrong key also uses up the budget, so keys can't be guessed", async () => {
  const platform = await startPlatform({ AGENT_RATE_LIMIT: '3' });
  const agent = acpAgent({ ...acpSurfaceTo(platform, 'instant'), apiKey: 'wrong' });
  const answers: number[] = [];
  for (let n = 0; n < 5; n++) answers.push((await overAcp(agent)).status);
  await agent.close();
  await platform.close();
  expect(answers).toEqual([401, 401, 401, 429, 429]);
});

test.each([
  ['', [404, 404, 429, 429]],
  ['127.0.0.1', [404, 404, 404, 404]],
])('TRUSTED_PROXIES=%j determines whether X-Forwarded-For is trusted', async (proxies, expected) => {
  const platform = await startPlatform({ AGENT_RATE_LIMIT: '2', TRUSTED_PROXIES: proxies });
  const agent = acpAgent(acpSurfaceTo(platform, 'instant'));
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) {
    statuses.push((await overAcp(agent, { 'x-forwarded-for': `203.0.113.${n}` })).status);
  }
  await agent.close();
  await platform.close();
  expect(statuses).toEqual(expected);
});

describe('a runtime token that both processes remember', () => {
  const query = '{ currentApp { name } }';
  const asApp = async (token: string) => {
    const answers = await Promise.all(servers.addresses.map((address) => graphql(address, query, { token })));
    return answers.map(({ data }) => data.currentApp?.name ?? null);
  };
  const change = (sql: string) => servers.platform.database.query(sql);

  test.each([
    ['revoked', (id: number) => `UPDATE apps.runtime_tokens SET revoked_at = now() WHERE install_id = ${id}`],
    ['uninstalled', (id: number) => `UPDATE apps.installs SET is_active = false WHERE id = ${id}`],
  ])('both processes stop accepting a cached token once it is %s', async (_title, sqlOf) => {
    const { token, viewer } = await installNewApp(servers.platform, await newDeveloper(servers.platform), {});
    const sql = sqlOf(viewer.installId);
    await expect.poll(() => asApp(token)).toEqual(['Tidy', 'Tidy']);
    await asApp(token);
    // Without a trigger, no change is announced, so both processes use their cache.
    await change(`SET session_replication_role = replica; ${sql}; RESET session_replication_role`);
    expect(await asApp(token)).toEqual(['Tidy', 'Tidy']);
    await change(sql);
    await expect.poll(() => asApp(token), { interval: 10 }).toEqual([null, null]);
  });

  test('both processes reload a cached token when its scopes change', async () => {
    const { token, viewer } = await installNewApp(servers.platform, await newDeveloper(servers.platform), {
      scopes: ['read_bookings'],
      capabilities: [],
    });
    const codes = async () => {
      const answers = await Promise.all(
        servers.addresses.map((address) => graphql(address, '{ tasks { nodes { id } } }', { token })),
      );
      return answers.map(({ errors }) => errors[0]?.extensions.code ?? 'answered');
    };
    expect([await codes(), await codes()].flat()).not.toContain('answered');
    await change(`UPDATE apps.installs SET scopes = '{read_tasks}' WHERE id = ${viewer.installId}`);
    await expect.poll(codes, { interval: 10 }).toEqual(['answered', 'answered']);
  });
});
