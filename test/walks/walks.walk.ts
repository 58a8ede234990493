import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentContent, connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { authorizeUrl, consent, exchange, newOauthApp, plainBrowser, signIn } from '../support/oauth.ts';
import { openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts';
import { startPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import { createTask, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';
import { openWalks, type Walks } from './files.ts';

/**
 * Files that a reader opens to follow a request: those in which a function runs in most of several runs,
 * minus those in which a function runs without requests. `npm run walks` compares them with `baseline.json`,
 * where a walk may not grow by more than two files; `WALKS=write npm run walks` rewrites that file.
 */
let world: PaymentWorld;
let worker: ServerProcess;
let receiver: Receiver;
let tasks: TaskWorld;
let walks: Walks;
let idle: ReadonlySet<string>;
const walked: Record<string, readonly string[]> = {};

/** Timers and caches add or remove some files in a single run; the set in most of several runs is stable. */
const RUNS = 5;
const MOST = 3;
/** Long enough for every job that runs without requests. */
const IDLE_MS = 10_000;
/** Waits until the preparation's follow-up work has ended. */
const SETTLE_MS = 400;
const MOST_GROWTH = 2;
const BASELINE = new URL('./baseline.json', import.meta.url);

// Jobs and reactions run in a separate process: the files they open at any moment aren't part of a request's
// walk.
beforeAll(async () => {
  const platform = await startPlatform({ ROLE: 'gateway' });
  worker = await startServerProcess({
    ROLE: 'worker',
    DATABASE_URL: platform.database.url,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'walks-')),
    SECRET_KEY: TEST_SECRET_KEY,
  });
  world = await openPaymentWorld({}, {}, platform);
  receiver = await startReceiver();
  tasks = await openTaskWorld(platform, receiver, {
    webhooks: ['task.updated', 'task.status_changed'],
    capabilities: ['act_as_assignment_provider'],
  });
  walks = await openWalks();
  idle = new Set(await walks.filesOf(() => sleep(IDLE_MS)));
});
afterAll(async () => {
  await walks.close();
  await receiver.close();
  await world.close();
  await worker.stop();
  for (const [name, files] of Object.entries(walked))
    process.stdout.write(`${String(files.length).padStart(4)}  ${name}\n`);
  if (process.env.WALKS === 'write') writeFileSync(BASELINE, `${JSON.stringify(walked, null, 2)}\n`);
});

async function walk(name: string, path: () => Promise<() => Promise<unknown>>): Promise<void> {
  const ran = new Map<string, number>();
  for (let run = 0; run <= RUNS; run++) {
    const counted = await path();
    await sleep(SETTLE_MS);
    const files = await walks.filesOf(counted);
    if (run > 0) for (const file of files) ran.set(file, (ran.get(file) ?? 0) + 1); // the first one warms up
  }
  const files = [...ran]
    .filter(([file, times]) => times >= MOST && !idle.has(file))
    .map(([file]) => file)
    .sort();
  walked[name] = files;
  if (process.env.WALKS === 'write') return;
  const before: readonly string[] = JSON.parse(readFileSync(BASELINE, 'utf8'))[name] ?? [];
  const added = files.filter((file) => !before.includes(file));
  expect(files.length - before.length, `new in the walk: ${added.join(', ')}`).toBeLessThanOrEqual(
    MOST_GROWTH,
  );
}

const stay = { check_in: daysAhead(200), check_out: daysAhead(203) };
let guests = 0;

test('an agent searches, checks out and completes', async () => {
  const { platform } = world;
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  await walk(
    'MCP search_catalog',
    async () => () => searchStays(platform.address, 'lakeside.localhost', stay),
  );
  /** Finds a stay; the function that's returned starts a checkout for it, so the search isn't part of that walk. */
  const found = async () => {
    guests += 1;
    const dates = { check_in: daysAhead(210 + guests), check_out: daysAhead(211 + guests) };
    const [stay] = await searchStays(platform.address, 'lakeside.localhost', dates);
    return (): Promise<AgentContent> =>
      agent.call('create_checkout', {
        checkout: {
          line_items: [{ item: { id: stay?.id ?? '' }, quantity: 1 }],
          buyer: { first_name: 'Ada', last_name: 'Byron', email: `walk${guests}@example.com` },
        },
      });
  };
  await walk('MCP create_checkout', found);
  await walk('MCP complete_checkout', async () => {
    const create = await found();
    const { id } = await create();
    return () => agent.call('complete_checkout', { id, meta: { 'idempotency-key': `walk-${id}` } });
  });
  await agent.close();
});

test('a task is assigned to another app', async () => {
  await walk('taskAssign, to the event', async () => {
    const id = await createTask(world.platform, tasks);
    return () =>
      ask(
        world.platform,
        tasks.app.viewer,
        `mutation ($id: ID!) { taskAssign(input: { id: $id, assigneeType: external, assigneeName: "Ada" }) {
          userErrors { message } } }`,
        { id },
      );
  });
});

test('a guest pays', async () => {
  await walk('a guest chooses a payment app', async () => {
    const booking = await world.place();
    return () => world.open(booking);
  });
  await walk('a payment confirms its booking', async () => {
    const booking = await world.place();
    const id = await world.open(booking);
    return () => world.resolve(id);
  });
  await walk('the page of a booking', async () => {
    const { path } = await world.place();
    return () => world.guest.get(path);
  });
});

test('a host installs an app over OAuth', async () => {
  const { platform } = world;
  const app = await newOauthApp(platform);
  await walk('OAuth, from the consent page to the token', async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    return async () => {
      const code = (await consent(browser, authorizeUrl(app))).searchParams.get('code');
      await exchange(platform, app, { code });
    };
  });
});

test('a search shows changed rates', async () => {
  const { platform } = world;
  const { host } = await demoHost(platform, 'lakeside');
  let rate = 10_000;
  const priceOf = async () =>
    (await searchStays(platform.address, 'lakeside.localhost', stay)).find(({ id }) =>
      id.startsWith('stay:7:'),
    )?.price;
  await walk('ratesSet, until a search has it', async () => {
    const before = await priceOf();
    rate += 100;
    const input = { unitTypeId: '7', from: stay.check_in, until: stay.check_out, rate };
    return async () => {
      await ask(
        platform,
        host,
        'mutation ($input: RatesSetInput!) { ratesSet(input: $input) { userErrors { message } } }',
        { input },
      );
      await eventually(priceOf, (price) => price !== before);
    };
  });
});

test('a host opens the panel', async () => {
  const { platform } = world;
  const { host } = await demoHost(platform, 'lakeside');
  await walk(
    'the list of bookings',
    async () => () =>
      ask(platform, host, '{ bookings(first: 20) { nodes { reference property { name } } } }'),
  );
});
