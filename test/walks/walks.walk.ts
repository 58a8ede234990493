import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentContent, connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { authorizeUrl, consent, exchange, newOauthApp, plainBrowser, signIn } from '../support/oauth.ts';
import { openPaymentWorld, type PaymentWorld } from '../support/payment-world.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import { createTask, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';
import { openWalks, type Walks } from './files.ts';

/**
 * How many files someone opens who follows a request: those in which a function runs, without those in which one runs while
 * nothing is asked. `npm run walks` prints them; `WALKS=files npm run walks` names the files.
 */
let world: PaymentWorld;
let receiver: Receiver;
let tasks: TaskWorld;
let walks: Walks;
let rest: ReadonlySet<string>;
const counts: string[] = [];

beforeAll(async () => {
  world = await openPaymentWorld({ SWEEP_INTERVAL: 'PT1H' });
  receiver = await startReceiver();
  tasks = await openTaskWorld(world.platform, receiver, {
    webhooks: ['task.updated', 'task.status_changed'],
    capabilities: ['act_as_assignment_provider'],
  });
  walks = await openWalks();
});
afterAll(async () => {
  await walks.close();
  await receiver.close();
  await world.close();
  process.stdout.write(`\n${counts.join('\n')}\n`);
});

/** Walks once to warm up, and once to count. */
async function walk(name: string, path: () => Promise<() => Promise<unknown>>): Promise<void> {
  await (await path())();
  const counted = await path();
  await sleep(300); // what the way here caused
  rest = new Set(await walks.filesOf(() => sleep(1_500)));
  const files = (await walks.filesOf(counted)).filter((file) => !rest.has(file));
  counts.push(`${String(files.length).padStart(4)}  ${name}`);
  if (process.env.WALKS === 'files') counts.push(...files.map((file) => `      ${file}`));
  expect(files.length).toBeGreaterThan(0);
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
  const create = async (): Promise<AgentContent> => {
    guests += 1;
    const dates = { check_in: daysAhead(210 + guests), check_out: daysAhead(211 + guests) };
    const [found] = await searchStays(platform.address, 'lakeside.localhost', dates);
    return agent.call('create_checkout', {
      checkout: {
        line_items: [{ item: { id: found?.id ?? '' }, quantity: 1 }],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: `walk${guests}@example.com` },
      },
    });
  };
  await walk('MCP create_checkout', async () => create);
  await walk('MCP complete_checkout', async () => {
    const { id } = await create();
    return () => agent.call('complete_checkout', { id, meta: { 'idempotency-key': `walk-${id}` } });
  });
  await agent.close();
});

test('an assignment arrives at another app', async () => {
  await walk('taskAssign, to the webhook', async () => {
    const id = await createTask(world.platform, tasks);
    const before = receiver.received.length;
    return async () => {
      await ask(
        world.platform,
        tasks.app.viewer,
        `mutation ($id: ID!) { taskAssign(input: { id: $id, assigneeType: external, assigneeName: "Ada" }) {
          userErrors { message } } }`,
        { id },
      );
      await receiver.until((all) => all.length > before);
    };
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

test('rates that change are found', async () => {
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
