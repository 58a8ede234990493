import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectAgentAt, type McpAgent } from '../support/agent.ts';
import { installPaymentApp, type PaymentServer, startPaymentServer } from '../support/app.ts';
import { demoHost } from '../support/app-world.ts';
import { CADDY_PATH, type Caddy, startCaddy } from '../support/caddy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ask, type Developer, type InstalledApp } from '../support/developer.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { FORM } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { freePort } from '../support/process.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { tries } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/**
 * Two gateways behind a real reverse proxy with `deploy/Caddyfile`, whose own authority issues the certificates
 * (docs/interface/operations.md#behind-a-proxy). `npm run tool proxy` replaces both gateways many times.
 */
const OWN_DOMAIN = 'stay.lake.example';
const API = 'api.platform.example';
const PANEL = 'panel.platform.example';

if (CADDY_PATH === null)
  process.stderr.write('test/flows/reverse-proxy is skipped: install caddy to run it.\n');

describe.skipIf(CADDY_PATH === null)('a reverse proxy', { timeout: 120_000 }, () => {
  let dns: DnsServer;
  let database: TestDatabase;
  let caddy: Caddy;
  let payments: PaymentServer;
  let app: InstalledApp;
  let host: Developer;
  let dataDir: string;
  let settings: Readonly<Record<string, string>>;
  let platform: TestPlatform;
  let second: ServerProcess;
  const ports = { platform: 0, second: 0 };

  const startFirst = () => startPlatform({ ...settings, PORT: String(ports.platform) }, database);
  const startSecond = () =>
    startServerProcess({
      ...settings,
      PORT: String(ports.second),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      AGENT_RATE_LIMIT: '1000000',
      AGENT_HOLD_NIGHTS: '1000000',
    });
  const at = (domain: string) => `https://${domain}:${caddy.httpsPort}`;
  const send = (url: string, options: Parameters<typeof request>[1] = {}) =>
    request(url, { ...options, dispatcher: caddy.dispatcher });

  beforeAll(async () => {
    const httpsPort = await freePort();
    Object.assign(ports, { platform: await freePort(), second: await freePort() });
    [dns, database] = await Promise.all([startDnsServer(), createTestDatabase()]);
    dataDir = await mkdtemp(join(tmpdir(), 'platform-second-'));
    await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
    settings = {
      DNS_SERVERS: dns.address,
      STOREFRONT_ADDRESSES: '127.0.0.1',
      PUBLIC_ORIGIN_API: `https://${API}:${httpsPort}`,
      PUBLIC_ORIGIN_AUTH: `https://${PANEL}:${httpsPort}`,
      TRUSTED_PROXIES: '127.0.0.1',
      DRAIN: 'PT1S',
      SWEEP_INTERVAL: 'PT0.5S',
    };
    [platform, second] = await Promise.all([startFirst(), startSecond()]);
    const gateways = [`127.0.0.1:${ports.platform}`, `127.0.0.1:${ports.second}`];
    caddy = await startCaddy({ httpsPort, gateways, platformHosts: [API, PANEL] });
    payments = await startPaymentServer();
    host = await demoHost(platform, 'lakeside');
    app = await installPaymentApp(platform, host, payments);
  });
  afterAll(async () => {
    await caddy.close();
    await Promise.all([platform.close(), second.stop(), payments.close(), dns.close()]);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  interface Domain {
    readonly id: string;
    readonly records: readonly { readonly type: string; readonly name: string; readonly value: string }[];
    readonly status: string;
  }
  const change = async (mutation: string): Promise<Domain> => {
    const text = `mutation { done: ${mutation} { storefrontDomain { id status records { type name value } } } }`;
    const { done } = await ask<{ done: { storefrontDomain: Domain } }>(platform, host.host, text);
    return done.storefrontDomain;
  };

  /** Points the domain at lakeside's storefront, as its host would. */
  async function openOwnDomain(): Promise<void> {
    const [storefront] = await database.query<{ id: number }>(
      `SELECT id FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    const added = await change(
      `storefrontDomainAdd(input: { storefrontId: ${storefront?.id}, domain: "${OWN_DOMAIN}" })`,
    );
    for (const { type, name, value } of added.records)
      if (type !== 'CNAME') dns.set(name, type as 'TXT' | 'A', value);
    expect(await change(`storefrontDomainCheck(id: ${added.id})`)).toMatchObject({ status: 'active' });
  }

  const STRANGER = { rejects: /alert|TLS|SSL|closed|reset/i };
  test("the reverse proxy has a certificate for a storefront's own domain once the domain is active", async () => {
    await expect(send(at(OWN_DOMAIN))).rejects.toThrow(STRANGER.rejects);
    await openOwnDomain();
    const { statusCode, headers, body } = await send(at(OWN_DOMAIN));
    expect([statusCode, await body.text()]).toEqual([200, expect.stringContaining('Lakeside')]);
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
    await expect(send(at('stay.other.example'))).rejects.toThrow(STRANGER.rejects);
  });

  test("the reverse proxy doesn't expose the certificate check", async () => {
    const { statusCode, body } = await send(`${at(PANEL)}/internal/tls-allowed?domain=${OWN_DOMAIN}`);
    await body.dump();
    expect(statusCode).toBe(404);
  });

  test('the reverse proxy serves agent, guest and payment app over https from search to payment', async () => {
    const agent = await connectAgentAt(at(OWN_DOMAIN), caddy.dispatcher);
    const { id, permalink } = await book(agent, 40);
    expect(permalink.origin).toBe(at(OWN_DOMAIN));
    const method = `${new URLSearchParams({ method: `app:${app.slug}` })}`;
    const chosen = await send(permalink.href, { method: 'POST', headers: FORM, body: method });
    await chosen.body.dump();
    expect(chosen.statusCode).toBe(303);
    const session = new URL(String(chosen.headers.location)).pathname.replace('/pay/', '');
    const [asked] = payments.calls;
    expect(asked?.body.payment_session).toMatchObject({
      return_url: expect.stringMatching(`^${at(OWN_DOMAIN)}/`),
    });
    const query = `mutation { paymentSessionResolve(id: "${session}", reference: "pi_1") { userErrors { code } } }`;
    const resolved = await send(`${at(API)}/developer/api/2026-10/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.token}` },
      body: JSON.stringify({ query }),
    });
    expect(await resolved.body.json()).toMatchObject({
      data: { paymentSessionResolve: { userErrors: [] } },
    });
    expect((await agent.call('get_checkout', { id })).order?.payment_status).toBe('paid');
    const page = await send(permalink.href, { headers: { accept: 'text/html' } });
    expect(await page.body.text()).toContain('data-payment-status="paid"');
    await agent.close();
  });

  test('the session cookie is sent over https only', async () => {
    const { headers, body } = await send(`${at(PANEL)}/login`);
    await body.dump();
    expect(String(headers['set-cookie'])).toMatch(/^__Host-[^;]+;.*Secure/);
  });

  test('the reverse proxy loses no request while gateways are replaced one by one', async () => {
    const load = await startLoad();
    for (let round = 0; round < tries(1); round += 1) {
      await replace(ports.second, async () => {
        expect(await second.stop()).toBe(0);
        second = await startSecond();
      });
      await replace(ports.platform, async () => {
        await platform.close();
        platform = await startFirst();
      });
    }
    const { answered, failed } = await load.stop();
    if (tries(1) > 1)
      process.stderr.write(`${answered} requests over ${tries(1)} replacements of both gateways\n`);
    expect([...new Set(failed)], caddy.remarks()).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });

  /** Replaces a gateway and waits until the proxy sends requests to the new gateway. */
  async function replace(port: number, restart: () => Promise<void>): Promise<void> {
    const before = caddy.foundReady(`127.0.0.1:${port}`);
    await restart();
    await eventually(
      async () => caddy.foundReady(`127.0.0.1:${port}`),
      (times) => times >= before + 1,
    );
  }

  /** Guests, agents and apps that send requests continuously until stopped; `failed` lists failed responses. */
  async function startLoad() {
    const agent = await connectAgentAt(at(OWN_DOMAIN), caddy.dispatcher);
    const failed: string[] = [];
    let answered = 0;
    let stopped = false;
    let day = 50;
    const look = async (
      url: string,
      options?: { method: Dispatcher.HttpMethod; headers: object; body: string },
    ) => {
      const { statusCode, body } = await send(url, options as Parameters<typeof request>[1]);
      const text = await body.text();
      if (statusCode >= 400) throw new Error(`${statusCode} ${url} ${text.slice(0, 200)}`);
    };
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${app.token}` };
    const body = JSON.stringify({ query: '{ apiVersion }' });
    const visitors: readonly (() => Promise<unknown>)[] = [
      () => look(at(OWN_DOMAIN)),
      () => look(`${at(API)}/developer/api/2026-10/graphql`, { method: 'POST', headers, body }),
      () => agent.call('search_catalog', { catalog: { check_in: daysAhead(50), check_out: daysAhead(52) } }),
      () => {
        day = day < 300 ? day + 2 : 50;
        return begin(agent, day);
      },
    ];
    const running = visitors.map(async (visit) => {
      while (!stopped) {
        try {
          await visit();
          answered += 1;
        } catch (error) {
          failed.push(String(error));
        }
      }
    });
    return {
      async stop() {
        stopped = true;
        await Promise.all(running);
        await agent.close();
        return { answered, failed };
      },
    };
  }

  const begin = (agent: McpAgent, day: number) =>
    agent.call('create_checkout', {
      checkout: {
        line_items: [{ item: { id: `stay:7:${daysAhead(day)}:${daysAhead(day + 2)}:2:0` }, quantity: 1 }],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      },
    });

  async function book(agent: McpAgent, day: number) {
    const { id } = await begin(agent, day);
    const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
    return { id, permalink: new URL(order?.permalink_url ?? expect.unreachable()) };
  }
});
