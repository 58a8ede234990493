import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import {
  authorizeUrl,
  consent,
  demoAccount,
  exchange,
  formOf,
  newOauthApp,
  plainBrowser,
  signIn,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { publishApp } from '../support/public-app.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1', SWEEP_INTERVAL: 'PT1S' });
});
afterAll(() => platform.close());

const ADDRESS = '203.0.113.7';

/** Signs in and posts from a browser behind a proxy, as the panel does; returns the team's events. */
async function hostAt(key: string, team: string) {
  const proxied = { 'x-forwarded-for': ADDRESS };
  const page = await fetch(`${platform.address}/login`);
  const anonymous = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { fields } = formOf(await page.text());
  const { email, password } = demoAccount(platform, key);
  const signedIn = await fetch(`${platform.address}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: anonymous, ...proxied },
    body: new URLSearchParams({ ...fields, email, password }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const session = await fetch(`${platform.address}/panel/session`, { headers: { cookie } });
  const { csrf_token } = (await session.json()) as { csrf_token: string };
  const run = async (query: string, variables: object = {}) => {
    const response = await fetch(`${platform.address}/panel/graphql`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'x-csrf-token': csrf_token,
        'x-platform-team': team,
        ...proxied,
      },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
    return (await response.json()) as any;
  };
  const events = async (): Promise<readonly Event[]> =>
    (await run('{ teamEvents(first: 20) { nodes { id kind at actor address subject change } } }')).data
      .teamEvents.nodes;
  return { run, events };
}

interface Event {
  readonly id: string;
  readonly kind: string;
  readonly actor: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly change: string | null;
}

describe('teamEvents', () => {
  test('teamEvents records successful and failed sign-ins with person and address', async () => {
    const { events } = await hostAt('host', 'lakeside');
    const [started] = await events();
    expect(started).toMatchObject({ kind: 'session.started', address: ADDRESS });
    const browser = plainBrowser(platform.address);
    const { email } = demoAccount(platform, 'host');
    await browser.submit(await browser.open('/login'), { email, password: 'wrong' });
    const [refused] = await events();
    expect(refused).toMatchObject({ kind: 'session.refused', actor: started?.actor, address: '127.0.0.1' });
    expect(refused?.actor).not.toBeNull();
  });

  test.each([
    [
      'storefront.updated',
      'storefrontUpdate(input: { id: $storefront, maxHoldsPerGuest: 9 })',
      { change: 'maxHoldsPerGuest: 9' },
    ],
    ['acp_key.created', 'acpApiKeyGenerate(storefrontId: $storefront)', {}],
    ['acp_signing_secret.created', 'acpSigningSecretGenerate(storefrontId: $storefront)', {}],
    [
      'prices.set',
      `nightsSet(input: { unitTypeId: $unitType, from: "${daysAhead(40)}", until: "${daysAhead(41)}", rate: 12300 })`,
      { change: expect.stringContaining('rate 12300') },
    ],
    [
      'task_type.updated',
      'taskTypeProviderSet(input: { taskType: "cleaning", slaSeconds: 600 })',
      { subject: 'cleaning', change: expect.stringContaining('600 s') },
    ],
    [
      'access_token.created',
      'accessTokenCreate(input: { name: "Laptop", abilities: ["develop-apps"] })',
      { subject: 'Laptop' },
    ],
    [
      'invitation.created',
      'teamInvitationCreate(input: { name: "Sam", role: front_desk })',
      { subject: 'Sam' },
    ],
  ])('teamEvents records %s once with person and address', async (kind, field, more) => {
    const { run, events } = await hostAt('host', 'lakeside');
    const { data } = await run('{ storefronts { id } unitTypes(first: 1) { nodes { id } } }');
    const variables = { storefront: data.storefronts[0].id, unitType: data.unitTypes.nodes[0].id };
    const declared = [
      ...(field.includes('$storefront') ? ['$storefront: ID!'] : []),
      ...(field.includes('$unitType') ? ['$unitType: ID!'] : []),
    ];
    const head = declared.length > 0 ? `(${declared.join(', ')})` : '';
    const answer = await run(`mutation ${head} { done: ${field} { userErrors { message } } }`, variables);
    expect(answer.data?.done, JSON.stringify(answer)).toEqual({ userErrors: [] });
    const [newest, before] = await events();
    expect(newest).toMatchObject({ kind, address: ADDRESS, ...more });
    expect(newest?.actor).not.toBeNull();
    expect(before?.kind).toBe('session.started');
  });

  test("teamEvents records the desk's entered bookings and tasks with the person", async () => {
    const { run, events } = await hostAt('host', 'lakeside');
    const { data } = await run('{ unitTypes(first: 1) { nodes { id property { id } } } }');
    const [{ id: unitTypeId, property }] = data.unitTypes.nodes;
    const stay = { unitTypeId, checkIn: daysAhead(210), checkOut: daysAhead(212), adults: 1 };
    const entered = await run(
      'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { reference } userErrors { message } } }',
      { input: { ...stay, guest: { firstName: 'Mary', lastName: 'Ross' } } },
    );
    const created = await run(
      'mutation ($input: TaskCreateInput!) { made: taskCreate(input: $input) { task { id } userErrors { message } } }',
      { input: { taskType: 'inspection', propertyId: property.id, title: 'Smoke alarms' } },
    );
    const { id } = created.data.made.task;
    for (const status of ['ASSIGNED', 'IN_PROGRESS']) {
      const set = await run(
        'mutation ($id: ID!, $status: TaskStatus!) { made: taskStatusSet(id: $id, status: $status) { userErrors { message } } }',
        { id, status },
      );
      expect(set.data?.made.userErrors, JSON.stringify(set)).toEqual([]);
    }
    const desk = (await events()).filter(({ kind }) => /^(?:task|booking)\./.test(kind));
    expect(desk).toMatchObject([
      { kind: 'task.updated', subject: 'inspection', change: 'ASSIGNED to IN_PROGRESS' },
      { kind: 'task.updated', subject: 'inspection', change: 'OPEN to ASSIGNED' },
      { kind: 'task.created', subject: 'inspection' },
      {
        kind: 'booking.entered',
        subject: entered.data.made.booking.reference,
        change: `${stay.checkIn} to ${stay.checkOut}`,
      },
    ]);
    for (const { actor } of desk) expect(actor).not.toBeNull();
  });

  test('teamEvents records app reviews, installs, consents and uninstalls', async () => {
    const { run, events } = await hostAt('host', 'harbour');
    const { number: version } = await publishApp(platform, {
      slug: 'audited',
      type: 'remote',
      scopes: ['read_tasks'],
    });
    for (const field of [
      `appInstall(slug: "audited", version: ${version})`,
      'appUninstall(slug: "audited")',
    ]) {
      const answer = await run(`mutation { done: ${field} { userErrors { message } } }`);
      expect(answer.data?.done, JSON.stringify(answer)).toEqual({ userErrors: [] });
    }
    expect((await events()).slice(0, 2)).toMatchObject([
      { kind: 'app.uninstalled', subject: 'audited' },
      { kind: 'app.installed', subject: 'audited', change: 'read_tasks' },
    ]);

    const developer = await hostAt('developer', 'devteam');
    const kinds = async () => (await developer.events()).map(({ kind }) => kind);
    expect(await kinds()).toEqual(expect.arrayContaining(['app_version.approved', 'app.created']));
    const app = await newOauthApp(platform);
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    const code = (await consent(browser, authorizeUrl(app))).searchParams.get('code');
    expect((await exchange(platform, app, { code })).status).toBe(200);
    expect((await kinds()).slice(0, 2)).toEqual(['app.installed', 'app.consented']);
  });

  test("a change rolls back if its event can't be recorded", async () => {
    const { run } = await hostAt('host', 'lakeside');
    const { data } = await run('{ storefronts { id name } }');
    const [{ id, name }] = data.storefronts;
    const { query } = platform.database;
    await query(
      `ALTER TABLE team_events ADD CONSTRAINT broken CHECK (kind <> 'storefront.updated') NOT VALID`,
    );
    try {
      const mutation =
        'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }';
      expect((await run(mutation, { input: { id, name: 'Renamed' } })).errors).toHaveLength(1);
    } finally {
      await query('ALTER TABLE team_events DROP CONSTRAINT broken');
    }
    expect((await run('{ storefronts { id name } }')).data.storefronts[0].name).toBe(name);
  });

  test("teamEvents shows only the team's own events", async () => {
    const stranger = await newDeveloper(platform);
    const text = '{ teamEvents { nodes { kind } pageInfo { hasNextPage } } }';
    const lakeside = await demoHost(platform, 'lakeside');
    const mine = await ask<{ teamEvents: { nodes: readonly unknown[] } }>(platform, lakeside.host, text);
    expect(mine.teamEvents.nodes.length).toBeGreaterThan(0);
    const intruder = { ...stranger.host, teamId: lakeside.teamId };
    const seen = await ask<{ teamEvents: { nodes: readonly unknown[] } }>(platform, intruder, text);
    expect(seen.teamEvents.nodes).toEqual([]);
  });

  test('teamEvents are deleted after 400 days', async () => {
    const { query } = platform.database;
    await query(
      `INSERT INTO team_events (team_id, kind, at) VALUES (1, 'old', now() - interval '401 days'), (1, 'kept', now() - interval '399 days')`,
    );
    const left = () =>
      query<{ kind: string }>(`SELECT kind FROM team_events WHERE kind IN ('old', 'kept')`).then((rows) =>
        rows.map(({ kind }) => kind),
      );
    expect(await eventually(left, (kinds) => kinds.length === 1)).toEqual(['kept']);
  });
});
