import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { recordHistory } from '#subgraphs/apps/webhooks/commands/record-history.ts';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { contextOf, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator as demoOperator, publishApp, pushApp } from '../support/public-app.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember } from '../support/team-world.ts';

// docs/interface/host.md#operators: operators' view of the platform and the things they can suspend.

let platform: TestPlatform;
let operator: ViewerOf<'hostUser'>;
let site: StorefrontHttp;
beforeAll(async () => {
  platform = await startPlatform();
  site = storefrontHttp(platform.address, 'lakeside.localhost');
  operator = await demoOperator(platform);
});
afterAll(async () => {
  await site.close();
  await platform.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
const ask = (text: string, variables: object = {}, viewer: Viewer = operator): Promise<any> =>
  platform.execute<object, object>({ text }, variables, { viewer, requestId: 'test' });

describe('teams of the platform', () => {
  const TEAMS = `query ($search: String, $status: TeamStatus, $first: Int, $after: String) {
    platformTeams(search: $search, status: $status, first: $first, after: $after) {
      nodes { slug status members owners { email } storefronts { domain } } pageInfo { endCursor hasNextPage } } }`;

  test('operators can search teams by name or slug and see owners and storefronts', async () => {
    const { platformTeams } = await ask(TEAMS, { search: 'LAKE' });
    expect(platformTeams.nodes).toEqual([
      {
        slug: 'lakeside',
        status: 'active',
        members: 1,
        owners: [{ email: 'host@demo.test' }],
        storefronts: expect.arrayContaining([{ domain: 'lakeside.localhost' }]),
      },
    ]);
    expect((await ask(TEAMS, { search: '%' })).platformTeams.nodes).toEqual([]);
  });

  test('the list of teams pages newest first', async () => {
    const all = (await ask(TEAMS)).platformTeams.nodes.map(({ slug }: { slug: string }) => slug);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const { platformTeams } = await ask(TEAMS, { first: 2, after });
      paged.push(...platformTeams.nodes.map(({ slug }: { slug: string }) => slug));
      after = platformTeams.pageInfo.hasNextPage ? platformTeams.pageInfo.endCursor : null;
    } while (after !== null);
    expect(paged).toEqual(all);
    const byId = await platform.database.query<{ slug: string }>(
      'SELECT slug FROM apps.teams ORDER BY id DESC',
    );
    expect(all).toEqual(byId.map(({ slug }) => slug));
  });

  test('the list of teams shows closing teams', async () => {
    await platform.database.query(
      `UPDATE apps.teams SET status = 'closing', closes_at = now() + interval '9 days' WHERE slug = 'alpine'`,
    );
    const { platformTeams } = await ask(TEAMS, { status: 'closing' });
    expect(platformTeams.nodes).toMatchObject([{ slug: 'alpine', status: 'closing' }]);
    await platform.database.query(`UPDATE apps.teams SET status = 'active', closes_at = NULL`);
  });
});

describe('a suspended storefront', () => {
  const REASON = 'The photos show another house';
  const move = async (field: string, id: string, reason = REASON, viewer: Viewer = operator) =>
    (
      await ask(
        `mutation ($id: ID!, $reason: String!) { moved: ${field}(id: $id, reason: $reason) {
          storefront { status suspension { reason } team { slug } } userErrors { code field } } }`,
        { id, reason },
        viewer,
      )
    ).moved;
  const idOf = async (domain: string) => {
    const rows = await platform.database.query<{ id: number }>(
      'SELECT id FROM catalog.storefront WHERE domain = $1',
      [domain],
    );
    return String(rows[0]?.id);
  };
  const answers = async () =>
    Promise.all(['/.well-known/ucp', '/'].map(async (path) => (await site.get(path)).status));

  test("a suspended storefront responds as if under maintenance until it's resumed", async () => {
    const id = await idOf('lakeside.localhost');
    const { host } = await demoHost(platform, 'lakeside');
    expect(await answers()).toEqual([200, 200]);
    expect(await move('storefrontSuspend', id)).toEqual({
      storefront: { status: 'paused', suspension: { reason: REASON }, team: { slug: 'lakeside' } },
      userErrors: [],
    });
    await expect.poll(answers).toEqual([503, 503]);
    const { storefronts } = await ask(
      '{ storefronts { id status maintenance suspension { reason } } }',
      {},
      host,
    );
    expect(storefronts).toContainEqual({
      id,
      status: 'paused',
      maintenance: false,
      suspension: { reason: REASON },
    });
    expect((await move('storefrontResume', id, 'Photos replaced')).storefront).toMatchObject({
      status: 'live',
      suspension: null,
    });
    await expect.poll(answers).toEqual([200, 200]);
  });

  test("a host can't reopen a suspended storefront", async () => {
    const id = await idOf('lakeside.localhost');
    const { host } = await demoHost(platform, 'lakeside');
    await move('storefrontSuspend', id);
    const set =
      'mutation ($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { storefront { status } } }';
    for (const maintenance of [true, false]) {
      expect((await ask(set, { input: { id, maintenance } }, host)).storefrontUpdate.storefront.status).toBe(
        'paused',
      );
    }
    await move('storefrontResume', id);
  });

  test("a storefront's suspension appears once in its team's activity, with author and reason but no IP address", async () => {
    const id = await idOf('lakeside.localhost');
    const count = () =>
      platform.database.query<{ change: string; address: string | null; operator: boolean }>(
        `SELECT e.change, e.address, a.operator FROM team_events e JOIN apps.accounts a ON a.id = e.account_id
         WHERE e.kind = 'storefront.suspended' AND e.change = 'Twice'`,
      );
    await move('storefrontSuspend', id, 'Twice');
    await move('storefrontSuspend', id, 'Twice');
    expect(await count()).toEqual([{ change: 'Twice', address: null, operator: true }]);
    await move('storefrontResume', id);
  });

  test('suspending a storefront requires a reason', async () => {
    const id = await idOf('lakeside.localhost');
    expect((await move('storefrontSuspend', id, ' ')).userErrors).toMatchObject([{ field: ['reason'] }]);
  });

  test("a permanently closed storefront can't be suspended", async () => {
    const id = await idOf('lakeside.localhost');
    expect((await move('storefrontSuspend', '0')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    await platform.database.query('UPDATE catalog.storefront SET closed_at = now() WHERE id = $1', [id]);
    expect((await move('storefrontSuspend', id)).userErrors).toMatchObject([{ code: 'CLOSED' }]);
    await platform.database.query('UPDATE catalog.storefront SET closed_at = NULL WHERE id = $1', [id]);
  });
});

describe('a suspended team', () => {
  const REASON = 'It takes bookings for a house that it does not own';
  const idOf = async (slug: string) =>
    String(
      (await platform.database.query<{ id: number }>('SELECT id FROM apps.teams WHERE slug = $1', [slug]))[0]
        ?.id,
    );
  const move = async (field: string, id: string, reason = REASON) =>
    (
      await ask(
        `mutation ($id: ID!, $reason: String!) { moved: ${field}(id: $id, reason: $reason) {
          team { suspension { reason } storefronts { domain status suspension { reason } } } userErrors { code field } } }`,
        { id, reason },
      )
    ).moved;
  const front = async () => (await site.get('/.well-known/ucp')).status;
  afterEach(async () => void (await move('teamResume', await idOf('lakeside'), 'The house is theirs')));

  test("a suspended team sells nothing to anyone until it's resumed", async () => {
    const id = await idOf('lakeside');
    const developer = await demoHost(platform, 'lakeside');
    const app = await installNewApp(platform, developer, { scopes: ['write_bookings'] });
    const viewer: Viewer = { ...app.viewer, scopes: ['write_bookings'] };
    const { unitTypes } = await ask('{ unitTypes(first: 1) { nodes { id } } }', {}, developer.host);
    const book = async (externalId: string) => {
      const stay = { unitTypeId: unitTypes.nodes[0].id, checkIn: daysAhead(90), checkOut: daysAhead(92) };
      const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
      const input = { externalId, revision: 1, ...stay, adults: 1, guest };
      const text = `mutation ($input: BookingCreateInput!) { bookingCreate(input: $input) {
        booking { id } userErrors { code } } }`;
      return (await ask(text, { input }, viewer)).bookingCreate.userErrors.map(
        ({ code }: { readonly code: string }) => code,
      );
    };
    const { team, userErrors } = await move('teamSuspend', id);
    expect(userErrors).toEqual([]);
    expect(team.suspension).toEqual({ reason: REASON });
    expect(team.storefronts).toContainEqual({
      domain: 'lakeside.localhost',
      status: 'paused',
      suspension: null,
    });
    await expect.poll(front).toBe(503);
    expect(await book('suspended')).toEqual(['NIGHTS_TAKEN']);
    expect((await move('teamResume', id)).team.suspension).toBeNull();
    await expect.poll(front).toBe(200);
    expect(await book('resumed')).toEqual([]);
  });

  test("members can read but not change a suspended team's data and see the reason", async () => {
    const member = await newMember(platform, 'lakeside', 'manager');
    await move('teamSuspend', await idOf('lakeside'));
    const answer = async (query: string): Promise<unknown> => (await member.panel(query)).json();
    expect(await answer('{ properties(first: 1) { nodes { id } } teams { suspension { reason } } }')).toEqual(
      {
        data: {
          properties: { nodes: [{ id: expect.any(String) }] },
          teams: expect.arrayContaining([{ suspension: { reason: REASON } }]),
        },
        extensions: expect.anything(),
      },
    );
    expect(await answer('mutation { propertyArchive(id: "1") { userErrors { code } } }')).toMatchObject({
      errors: [{ extensions: { code: 'TEAM_SUSPENDED' } }],
    });
    expect(
      await answer('mutation { accountUpdate(input: { name: "Sam" }) { account { name } } }'),
    ).toMatchObject({ data: { accountUpdate: { account: { name: 'Sam' } } } });
    const elsewhere: Viewer = { ...member.viewer, teamId: null, role: null };
    const install =
      'mutation { appInstall(slug: "turnover-crew", team: "lakeside") { userErrors { code } } }';
    expect((await ask(install, {}, elsewhere)).appInstall.userErrors).toEqual([{ code: 'TEAM_SUSPENDED' }]);
  });

  test("a team's suspension appears once in its activity, with author and reason but no IP address", async () => {
    const id = await idOf('lakeside');
    await move('teamSuspend', id, 'Twice');
    await move('teamSuspend', id, 'Again');
    const rows = await platform.database.query<object>(
      `SELECT e.change, e.address, a.operator FROM team_events e JOIN apps.accounts a ON a.id = e.account_id
       WHERE e.kind = 'team.suspended' AND e.change IN ('Twice', 'Again')`,
    );
    expect(rows).toEqual([{ change: 'Twice', address: null, operator: true }]);
  });

  test('a team can still sell if its suspension event arrives after its resumption event', async () => {
    const id = await idOf('lakeside');
    await move('teamSuspend', id);
    await move('teamResume', id);
    const late = `mutation { teamSellingSuspend(teamId: "${id}", suspended: true, version: 1) }`;
    expect((await ask(late)).teamSellingSuspend).toBe(false);
    await expect.poll(front).toBe(200);
  });

  test('suspending a team requires a reason', async () => {
    const id = await idOf('lakeside');
    expect((await move('teamSuspend', id, ' ')).userErrors).toMatchObject([{ field: ['reason'] }]);
  });

  test("an unknown team can't be suspended", async () => {
    expect((await move('teamSuspend', '0')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});

describe('storefronts of the platform', () => {
  const LIST = `query ($search: String, $status: StorefrontStatus) {
    platformStorefronts(search: $search, status: $status) {
      nodes { domain status team { slug } domains { domain status } readiness { ready items { code done } } } } }`;

  test('operators can filter storefronts by displayed status', async () => {
    await platform.database.query(
      `UPDATE catalog.storefront SET closed_at = now() WHERE domain = 'sandbox.localhost'`,
    );
    const seen: number[] = [];
    for (const status of ['draft', 'live', 'paused', 'closed']) {
      const { nodes } = (await ask(LIST, { status })).platformStorefronts;
      expect(nodes.map((node: { status: string }) => node.status)).toEqual(nodes.map(() => status));
      seen.push(nodes.length);
    }
    const [all] = await platform.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM catalog.storefront',
    );
    expect(seen.reduce((sum, n) => sum + n)).toBe(all?.n);
    expect(seen.filter((n) => n > 0).length).toBeGreaterThanOrEqual(3);
  });

  test("operators can find storefronts by a host's own domain", async () => {
    await platform.database.query(
      `INSERT INTO catalog.storefront_domain (storefront_id, domain, challenge, status, created_at, next_check_at)
       SELECT id, 'stay.lakeside.example', 'x', 'active', now(), now() + interval '1 day'
       FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    expect((await ask(LIST, { search: 'Stay.Lakeside' })).platformStorefronts.nodes).toMatchObject([
      {
        domain: 'lakeside.localhost',
        domains: [{ domain: 'stay.lakeside.example', status: 'active' }],
        team: { slug: 'lakeside' },
        readiness: null,
      },
    ]);
  });

  test("the list of storefronts shows a draft's missing requirements", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const create = `mutation { storefrontCreate(input: { name: "Pier", slug: "pier-draft" }) { userErrors { message } } }`;
    expect((await ask(create, {}, host)).storefrontCreate.userErrors).toEqual([]);
    const [draft] = (await ask(LIST, { search: 'pier' })).platformStorefronts.nodes;
    expect(draft).toMatchObject({ status: 'draft', readiness: { ready: false } });
    expect(draft.readiness.items).toContainEqual({ code: 'photo', done: false });
  });
});

describe('what apps add to storefronts', () => {
  const LIST = `query ($search: String, $status: InjectionStatus, $first: Int, $after: String) {
    platformInjectionSuspensions { appSlug reason }
    platformInjections(search: $search, status: $status, first: $first, after: $after) {
      nodes { appSlug handle target status suspensionReason storefront { domain team { slug } } }
      pageInfo { endCursor hasNextPage } } }`;
  const HANDLES = ['reviews', 'map', 'chat'];
  let slug: string;
  beforeAll(async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    ({ slug } = await installNewApp(platform, lakeside, {
      type: 'injection',
      injections: HANDLES.map((handle) => ({
        handle,
        target: 'stay.bottom',
        url: `https://${handle}.example/frame`,
      })),
    }));
    const storefrontId = (await ask('{ storefronts { id } }', {}, lakeside.host)).storefronts[0].id;
    for (const handle of HANDLES) {
      const input = { storefrontId, appSlug: slug, handle, target: 'stay.bottom' };
      const { injectionPlace } = await ask(
        'mutation ($input: InjectionPlaceInput!) { injectionPlace(input: $input) { placement { id } } }',
        { input },
        lakeside.host,
      );
      if (handle === 'map') continue;
      await ask(
        'mutation ($id: ID!) { injectionPublish(id: $id) { userErrors { code } } }',
        { id: injectionPlace.placement.id },
        lakeside.host,
      );
    }
  });
  const handles = async (asked: object) =>
    (await ask(LIST, asked)).platformInjections.nodes.map(({ handle }: { handle: string }) => handle);

  test.each([
    ['the app’s slug', () => slug],
    ['an address', () => 'MAP.example'],
    ['a domain', () => 'lakeside.local'],
  ])('operators can find an injection by %s', async (_what, search) => {
    expect((await ask(LIST, { search: search() })).platformInjections.nodes).toContainEqual({
      appSlug: slug,
      handle: 'map',
      target: 'stay.bottom',
      status: 'draft',
      suspensionReason: null,
      storefront: { domain: 'lakeside.localhost', team: { slug: 'lakeside' } },
    });
  });

  test('operators can filter injections by status', async () => {
    expect(await handles({ search: slug, status: 'published' })).toEqual(['chat', 'reviews']);
    expect(await handles({ search: slug, status: 'draft' })).toEqual(['map']);
    expect(await handles({ search: '%' })).toEqual([]);
  });

  test('the list of injections pages newest first', async () => {
    const { nodes, pageInfo } = (await ask(LIST, { search: slug, first: 2 })).platformInjections;
    expect([nodes.length, pageInfo.hasNextPage]).toEqual([2, true]);
    expect(await handles({ search: slug, first: 2, after: pageInfo.endCursor })).toEqual(['reviews']);
  });

  test('the list of injections shows which apps are suspended from all pages', async () => {
    const suspend =
      'mutation ($slug: String!) { injectionsSuspend(appSlug: $slug, reason: "It skims.") { changed } }';
    expect(await ask(suspend, { slug })).toEqual({ injectionsSuspend: { changed: 2 } });
    const seen = await ask(LIST, { search: slug, status: 'suspended' });
    expect(seen.platformInjectionSuspensions).toEqual([{ appSlug: slug, reason: 'It skims.' }]);
    expect(seen.platformInjections.nodes).toMatchObject([
      { handle: 'chat', suspensionReason: 'It skims.' },
      { handle: 'reviews', suspensionReason: 'It skims.' },
    ]);
    await ask('mutation ($slug: String!) { injectionsResume(appSlug: $slug) { changed } }', { slug });
    expect((await ask(LIST)).platformInjectionSuspensions).toEqual([]);
  });
});

describe('the health of queues', () => {
  const QUEUES = '{ platformQueues { name waiting failing scheduled active failed oldest discardable } }';
  const JOBS = `query ($queue: String!) { platformFailedJobs(queue: $queue) { id attempts error nextAttemptAt } }`;
  /** No worker in this release takes jobs from it. */
  const IDLE = 'operators/idle';
  interface Job {
    readonly state: 'created' | 'retry' | 'failed';
    readonly queue?: string;
    /** Seconds from now. */
    readonly due?: number;
  }
  const book = async ({ state, queue = IDLE, due = -60 }: Job) => {
    const rows = await platform.database.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, state, retry_count, output, created_on, start_after)
       VALUES ($1, $2::pgboss.job_state, CASE $2 WHEN 'created' THEN 0 ELSE 3 END,
         CASE $2 WHEN 'created' THEN NULL ELSE '{"message": "It broke"}'::jsonb END,
         now() - interval '1 hour', now() + make_interval(secs => $3)) RETURNING id`,
      [queue, state, due],
    );
    return rows[0]?.id ?? '';
  };
  const idle = async () =>
    (await ask(QUEUES)).platformQueues.find(({ name }: { name: string }) => name === IDLE);
  const move = async (field: string, queue: string, id: string) =>
    (
      await ask(
        `mutation ($queue: String!, $id: ID!) { moved: ${field}(queue: $queue, id: $id) { moved userErrors { code } } }`,
        { queue, id },
      )
    ).moved;

  beforeAll(async () => {
    await platform.database.query(`SELECT pgboss.create_queue($1, '{"policy": "standard"}'::jsonb)`, [IDLE]);
  });

  test("the queue health shows due and failing jobs and the oldest job's age", async () => {
    await book({ state: 'created' });
    await book({ state: 'created', due: 3_600 });
    await book({ state: 'retry' });
    const seen = await idle();
    expect(seen).toMatchObject({ waiting: 2, failing: 1, discardable: false });
    expect(Date.now() - Date.parse(seen.oldest)).toBeGreaterThan(3_000_000);
  });

  test('the queue health lists failed jobs with their error', async () => {
    const id = await book({ state: 'failed' });
    const { platformFailedJobs: jobs } = await ask(JOBS, { queue: IDLE });
    expect(jobs).toContainEqual({ id, attempts: 3, error: 'It broke', nextAttemptAt: null });
  });

  test.each(['retry', 'failed'] as const)(
    'operators can retry a job in state %s immediately',
    async (state) => {
      const id = await book({ state, due: 3_600 });
      expect(await move('jobRetry', IDLE, id)).toEqual({ moved: true, userErrors: [] });
      const [job] = await platform.database.query<{ state: string; due: boolean; left: boolean }>(
        'SELECT state, start_after <= now() AS due, retry_limit > retry_count AS left FROM pgboss.job WHERE id = $1',
        [id],
      );
      expect(job).toEqual({ state: 'retry', due: true, left: true });
    },
  );

  test("operators can't retry a job that hasn't failed", async () => {
    const id = await book({ state: 'created', due: 3_600 });
    expect((await move('jobRetry', IDLE, id)).userErrors).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await move('jobRetry', IDLE, 'x')).userErrors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  test('operators can discard only jobs that send emails', async () => {
    const event = await book({ state: 'failed' });
    expect((await move('jobDiscard', IDLE, event)).userErrors).toEqual([{ code: 'INVALID' }]);
    const mail = await book({ state: 'failed', queue: 'apps/forgot-password' });
    expect(await move('jobDiscard', 'apps/forgot-password', mail)).toEqual({ moved: true, userErrors: [] });
    const left = await platform.database.query<{ id: string }>(
      'SELECT id FROM pgboss.job WHERE id = ANY ($1::uuid[])',
      [[event, mail]],
    );
    expect(left).toEqual([{ id: event }]);
    const logged = await platform.database.query<{ detail: string }>(
      `SELECT detail FROM apps.account_events WHERE kind = 'operator.job.discarded'`,
    );
    expect(logged).toEqual([{ detail: `Job ${mail} of apps/forgot-password` }]);
  });
});

describe('the history of queues and webhooks', () => {
  const HISTORY = `query ($days: Int) { platformHistory(days: $days) {
    queues { at oldestSeconds waiting failing failed } webhooks { at delivered failed } } }`;
  const HOUR_MS = 3_600_000;
  const hourAgo = (hours: number) =>
    new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - hours * HOUR_MS).toISOString();
  const recordAt = (at: string) =>
    recordHistory({ ...contextOf(platform), clock: { now: () => new Date(at) } });
  const ofStep = <Step extends { readonly at: string }>(steps: readonly Step[], at: string) =>
    steps.find((step) => new Date(step.at).toISOString() === at);
  const history = async (days?: number) => (await ask(HISTORY, { days })).platformHistory;

  test('a day has a step for every 5 minutes, with null where no worker recorded it', async () => {
    const { queues } = await history();
    expect(queues).toHaveLength(288);
    const gaps = new Set(
      queues.slice(1).map(({ at }: { at: string }, n: number) => Date.parse(at) - Date.parse(queues[n].at)),
    );
    expect([...gaps]).toEqual([300_000]);
    expect(ofStep(queues, hourAgo(20))).toMatchObject({ oldestSeconds: null, waiting: null });
  });

  test('a step keeps the worst figures of the queues, and hours the worst of their steps', async () => {
    const at = hourAgo(3);
    await platform.database.query(
      `SELECT pgboss.create_queue('operators/late', '{"policy": "standard"}'::jsonb)`,
    );
    await platform.database.query(
      `INSERT INTO pgboss.job (name, state, created_on, start_after)
       VALUES ('operators/late', 'created', $1::timestamptz - interval '30 days', now() - interval '1 minute')`,
      [at],
    );
    await recordAt(at);
    const { queues } = await history();
    const recorded = ofStep<{ at: string; oldestSeconds: number; waiting: number }>(queues, at);
    expect(recorded?.oldestSeconds).toBe(30 * 24 * 3_600);
    expect(recorded?.waiting).toBeGreaterThan(0);
    await platform.database.query(
      'UPDATE apps.queue_samples SET waiting = 7777, oldest_seconds = 9000000 WHERE at = $1',
      [at],
    );
    await recordAt(at);
    expect(ofStep((await history()).queues, at)).toMatchObject({ waiting: 7777, oldestSeconds: 9_000_000 });
    await recordAt(new Date(Date.parse(at) + 600_000).toISOString());
    const week = await history(7);
    expect(week.queues).toHaveLength(7 * 24);
    expect(ofStep(week.queues, at)).toMatchObject({ waiting: 7777, oldestSeconds: 9_000_000 });
  });

  test('attempts of all installs are added up by hour, also those counted after the hour', async () => {
    const count = (install: number, delivered: number, failed: number) =>
      platform.database.query(
        `INSERT INTO apps.delivery_hours (install_id, hour, delivered, failed, latency_ms_sum) VALUES ($1, $2, $3, $4, 0)
         ON CONFLICT (install_id, hour) DO UPDATE SET delivered = excluded.delivered, failed = excluded.failed`,
        [install, hourAgo(5), delivered, failed],
      );
    await count(9_001, 10, 1);
    await count(9_002, 5, 2);
    await recordAt(hourAgo(5));
    expect(ofStep((await history()).webhooks, hourAgo(5))).toMatchObject({ delivered: 15, failed: 3 });
    await count(9_002, 6, 2);
    await recordAt(hourAgo(4));
    expect(ofStep((await history(14)).webhooks, hourAgo(5))).toMatchObject({ delivered: 16, failed: 3 });
    expect((await history(14)).webhooks).toHaveLength(14 * 24);
  });

  test('more than 14 days are refused with the limit', async () => {
    await expect(ask(HISTORY, { days: 15 })).rejects.toThrow(/`days` must be 1 to 14/);
  });
});

describe('the health of webhook deliveries', () => {
  const ENDPOINTS = '{ platformEndpoints { app team { slug } waiting failing lastStatusCode lastError } }';

  test('the delivery health names waiting installs, oldest first', async () => {
    const host = await demoHost(platform, 'lakeside');
    await installNewApp(platform, host, {});
    await installNewApp(platform, host, {});
    await platform.database.query(
      `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, attempts, sent_at,
         last_status_code, next_attempt_at, created_at)
       SELECT i.id, gen_random_uuid(), 'task.created', 'task:1', '{}', s.status, s.attempts, s.sent_at, s.code,
         now() + interval '1 hour', now() - interval '1 day' * s.days
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM apps.installs WHERE is_active LIMIT 2) i
       JOIN (VALUES (1, 'pending', 0, NULL::timestamptz, NULL::int, 1), (2, 'retrying', 2, now(), 503, 2),
         (2, 'pending', 0, NULL, NULL, 1), (2, 'delivered', 1, now(), 200, 9)) AS s (n, status, attempts, sent_at, code, days)
         ON s.n = i.n`,
    );
    const { platformEndpoints: endpoints } = await ask(ENDPOINTS);
    expect(endpoints).toMatchObject([
      { waiting: 2, failing: 1, lastStatusCode: 503, team: { slug: expect.any(String) } },
      { waiting: 1, failing: 0, lastStatusCode: null },
    ]);
    await platform.database.query('DELETE FROM apps.deliveries');
  });
});

describe('a version in review', () => {
  const CHANGES = `{ appVersionsInReview { nodes { id changes { field risk before after } } } }`;

  test('a version in review is compared with the live version, riskiest changes first', async () => {
    const manifest = {
      name: 'Compared',
      slug: 'compared',
      distribution: 'public',
      scopes: ['read_tasks'],
      webhooks: ['task.created'],
      webhook_url: 'https://app.example/webhooks',
    };
    await publishApp(platform, manifest);
    const { scopes: _dropped, ...rest } = manifest;
    await pushApp(platform, {
      ...rest,
      scopes: ['read_bookings'],
      webhooks: ['task.created', 'booking.created'],
      webhook_url: 'https://other.example/webhooks',
    });
    const { nodes } = (await ask(CHANGES)).appVersionsInReview;
    const version = nodes.find(({ id }: { id: string }) => id === 'compared@2');
    expect(version.changes).toEqual([
      { field: 'scopes', risk: 'high', before: null, after: 'read_bookings' },
      {
        field: 'webhook_url',
        risk: 'high',
        before: 'https://app.example/webhooks',
        after: 'https://other.example/webhooks',
      },
      { field: 'webhooks', risk: 'medium', before: null, after: 'booking.created' },
      { field: 'scopes', risk: 'low', before: 'read_tasks', after: null },
    ]);
  });
});
