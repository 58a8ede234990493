import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import {
  authorizeUrl,
  demoAccount,
  newOauthApp,
  panelHeaders,
  plainBrowser,
  REDIRECT_URI,
  signIn,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { exportCatalog } from '../support/transfers.ts';

// docs/interface/settings.md#secrets: every place where a saved secret could appear, in transit and
// afterwards.

const SECRET = `sk-${randomBytes(18).toString('hex')}-7f`;
const NOTE = `note-${randomBytes(9).toString('hex')}`;

/** Returns a text's forms inside other texts: plain, in hex, and in base64 at every offset. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(before === 0 ? 0 : before + 1, -1);
  });
  const url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [text, bytes.toString('hex'), ...base64, ...url].map((form) => form.toLowerCase());
}

const holds = (text: string, searched: string): boolean =>
  formsOf(searched).some((form) => text.toLowerCase().includes(form));

let platform: TestPlatform;
let server: ServerProcess;
let receiver: Receiver;
let host: Developer;
let app: InstalledApp;
/** The consent's final address. */
let consented = '';
/** Every response from the panel's API and the consent. */
const answers: string[] = [];

async function panel(query: string): Promise<string> {
  const browser = plainBrowser(server.address);
  const { email, password } = demoAccount(platform, 'host');
  await browser.submit(await browser.open('/login'), { email, password });
  const response = await fetch(`${server.address}/panel/graphql`, {
    method: 'POST',
    headers: { ...(await panelHeaders(browser)), 'x-platform-team': host.team },
    body: JSON.stringify({ query }),
  });
  const text = await response.text();
  expect(text).not.toContain('"errors"');
  answers.push(text);
  return text;
}

/**
 * Fills in an app's settings at its consent, with the secret entered twice: first next to an invalid value.
 * Returns the final address.
 */
async function fillInAtConsent(): Promise<string> {
  const settings = [
    { key: 'token', type: 'secret', label: 'Token', required: true },
    { key: 'note', type: 'text', label: 'Note' },
    { key: 'size', type: 'integer', label: 'Size' },
  ];
  const asking = await newOauthApp(platform, { settings });
  const browser = plainBrowser(server.address);
  await signIn(platform, browser);
  const page = await browser.submit(await browser.open(authorizeUrl(asking)), { team: 'devteam' });
  const filled = { decision: 'approve', 'setting.token': SECRET, 'setting.note': NOTE };
  const refused = await browser.submit(page, { ...filled, 'setting.size': 'large' });
  const allowed = await browser.submit(refused, { ...filled, 'setting.size': '40' });
  answers.push(...[page, refused, allowed].flatMap(({ html, url }) => [html, url]));
  return allowed.url;
}

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1' });
  receiver = await startReceiver();
  host = await demoHost(platform, 'lakeside');
  app = await installNewApp(platform, host, {
    name: 'Keeper',
    settings: [
      { key: 'token', type: 'secret', label: 'Token', max: 100 },
      { key: 'note', type: 'text', label: 'Note' },
    ],
    webhooks: ['app.settings_changed'],
    webhook_url: receiver.url,
  });
  server = await startServerProcess({
    DATABASE_URL: platform.database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'trace',
    SEED: 'none',
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const of = `slug: "${app.slug}"`;
  const fields = '{ settings { key value isSet hint } version userErrors { field code message } }';
  const save = (values: string) => panel(`mutation { appSettingsSet(${of}, values: [${values}]) ${fields} }`);
  const good = `{ key: "token", value: "${SECRET}" }`;
  await save(`${good}, { key: "note", value: "${NOTE}" }`);
  await save(`${good}, { key: "typo", value: "x" }`);
  await save(`{ key: "token", value: "${SECRET.repeat(3)}" }`);
  await panel(
    `{ install(${of}) { settings { key value isSet hint } deliveries(first: 10) { nodes { eventId body } } } }`,
  );
  await panel('{ teamEvents(first: 20) { nodes { kind subject change } } }');
  consented = await fillInAtConsent();
  await receiver.until(() => receiver.received.some(({ envelope }) => isOurs(envelope)));
});
afterAll(async () => {
  await server?.stop();
  await platform.close();
  await receiver.close();
});

const isOurs = ({
  topic,
  resource,
}: {
  readonly topic: string;
  readonly resource: { readonly id?: unknown };
}) => topic === 'app.settings_changed' && resource.id === app.viewer.installId;

/** Finds tables with a row that contains the text in any form. PostgreSQL prints bytea columns in hex. */
async function tablesWith(searched: string): Promise<readonly string[]> {
  const { database } = platform;
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query(
      `SELECT 1 FROM ${name} t WHERE EXISTS (SELECT FROM unnest($1::text[]) form WHERE strpos(lower(t::text), form) > 0) LIMIT 1`,
      [formsOf(searched)],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a secret that a host saved', () => {
  test('the app can read a secret saved by a host', async () => {
    const query = '{ currentInstall { settings { key value } } }';
    const { data } = await graphql(server.address, query, { token: app.token, version: 'unstable' });
    expect(data.currentInstall.settings).toContainEqual({ key: 'token', value: SECRET });
  });

  test("no table contains a host's secret", async () => {
    expect(await tablesWith(NOTE)).toEqual(['apps.install_settings']);
    expect(await tablesWith(SECRET)).toEqual([]);
  });

  test("no log line contains a host's secret", () => {
    const log = server.output.join('\n');
    expect(log).toContain('/panel/graphql');
    expect(log).toContain('/oauth/authorize/decision');
    expect(holds(log, SECRET)).toBe(false);
  });

  test("no response from the panel's API or the consent page contains a host's secret", () => {
    expect(consented).toMatch(new RegExp(`^${REDIRECT_URI}\\?code=`));
    const all = answers.join('\n');
    expect(all).toContain(NOTE);
    expect(holds(all, SECRET)).toBe(false);
  });

  test("no webhook contains a host's secret", () => {
    const bodies = receiver.received
      .map(({ body, headers }) => `${body}${JSON.stringify(headers)}`)
      .join('\n');
    expect(bodies).toContain('token');
    expect(holds(bodies, SECRET)).toBe(false);
  });

  test("no export contains a host's secret", async () => {
    const file = await exportCatalog(platform, host);
    expect(file.length).toBeGreaterThan(1_000);
    expect(holds(file, SECRET)).toBe(false);
  });
});

test.each([0, 1, 2, 7])('the leak check finds text that starts %i bytes into base64 data', (before) => {
  const bytes = Buffer.concat([randomBytes(before), Buffer.from(SECRET), randomBytes(5)]);
  expect(holds(bytes.toString('base64'), SECRET)).toBe(true);
});
