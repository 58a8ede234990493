import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkResponse } from '../../cli/agent/ucp/check-response.ts';
import { connectAgent } from '../support/agent.ts';
import { buildCli, openWorkplace, type Workplace } from '../support/cli.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

// `platform agent`: the official MCP client against a real storefront.

let platform: TestPlatform;
let workplace: Workplace;
let origin: string;

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildCli()]);
  workplace = await openWorkplace({ PLATFORM_API_URL: platform.address });
  origin = `http://lakeside.localhost:${platform.port}`;
});
afterAll(async () => {
  await workplace.remove();
  await platform.close();
});

const DATES = ['--check-in', daysAhead(30), '--check-out', daysAhead(33), '--adults', '2'];
const GUEST = ['--first-name', 'Ada', '--last-name', 'Byron', '--email', 'ada@example.com'];
const REPORT =
  /^exception {2}search_catalog: a product's description is a sentence, .+\nabout [\d,]+ tokens for the list of tools and [1-3] calls? \(estimate: 4 characters per token\)\n$/;

const agent = (...args: readonly string[]) => workplace.platform(['agent', ...args]);

test('platform agent search prints the available stays with their totals', async () => {
  const run = await agent('search', origin, ...DATES);
  expect([run.code, run.stderr]).toEqual([0, expect.stringMatching(REPORT)]);
  const [head = '', ...rows] = run.stdout.trimEnd().split('\n');
  expect(head).toMatch(/^STAY +TITLE +TOTAL +UNITS +GUESTS$/);
  const { stdout } = await agent('search', origin, ...DATES, '--json');
  const { products } = JSON.parse(stdout) as {
    products: readonly { id: string; title: string; display: { total: string } }[];
  };
  expect(products.length).toBeGreaterThan(0);
  expect(rows).toEqual(
    products.map(({ id, title, display }) =>
      expect.stringMatching(
        new RegExp(`^${RegExp.escape(id)} +${RegExp.escape(title)} +${RegExp.escape(display.total)} `),
      ),
    ),
  );
});

test('platform agent book completes a checkout for the first stay found', async () => {
  const run = await agent('book', origin, ...DATES, ...GUEST);
  expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^status +completed$/m)]);
  expect(run.stderr).toMatch(/tokens for the list of tools and 3 calls/);
  const [, reference] = /^booking +(\S+)$/m.exec(run.stdout) ?? [];
  expect(run.stdout).toMatch(/^total +EUR [\d,]+\.\d\d$/m);
  expect(run.stdout).toMatch(/^guest page +http:\/\/lakeside\.localhost:\d+\/bookings\/\S+$/m);
  const booked = await platform.database.query(
    'SELECT guest_first_name AS name FROM checkout.bookings WHERE reference = $1',
    [reference],
  );
  expect(booked).toEqual([{ name: 'Ada' }]);
});

test('platform agent book takes the id of a stay, and --json prints the last response', async () => {
  const { products } = JSON.parse((await agent('search', origin, ...DATES, '--json')).stdout);
  const run = await agent('book', origin, products.at(-1).id, ...GUEST, '--json');
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    status: 'completed',
    line_items: [{ item: { id: products.at(-1).id } }],
    order: { payment_status: 'awaiting_payment' },
  });
});

/**
 * Runs `work` at an origin that forwards requests to the storefront. A completion waits for `before`, and its
 * connection is closed unless that returns true.
 */
async function throughProxy<T>(
  before: () => Promise<boolean>,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const proxy = createServer(async (asked, answer) => {
    const body = await text(asked);
    if (body.includes('"complete_checkout"') && !(await before())) return asked.socket.destroy();
    const { url: path, method, headers } = asked;
    request({ host: '127.0.0.1', port: platform.port, path, method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 0, found.headers);
      found.pipe(answer);
    }).end(body);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo; // it listens on TCP
  try {
    return await work(`http://lakeside.localhost:${port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

test('platform agent book exits with 1 and the reason if the completion books nothing', async () => {
  const boathouse = `stay:3:${daysAhead(60)}:${daysAhead(62)}:2:0`; // the only one
  const rival = async () => (await agent('book', origin, boathouse, ...GUEST)).code === 0;
  const run = await throughProxy(rival, (proxied) => agent('book', proxied, boathouse, ...GUEST));
  expect([run.code, run.stdout]).toEqual([1, expect.stringMatching(/^status +incomplete$/m)]);
  const [, id] = /^checkout +(\S+)$/m.exec(run.stdout) ?? [];
  expect(run.stderr).toMatch(/^error +out_of_stock: /m);
  expect(run.stderr).toContain(
    `The storefront didn't complete the checkout ${id}: its status is incomplete.`,
  );
  expect(run.stderr).toMatch(new RegExp(`platform agent cancel \\S+ --checkout ${id}$`, 'm'));
});

test('platform agent book prints the id of a checkout whose completion gets no response', async () => {
  const run = await throughProxy(
    async () => false,
    (proxied) => agent('book', proxied, ...DATES, ...GUEST),
  );
  const [, id = ''] = /^Completing the checkout (\S+)$/m.exec(run.stderr) ?? [];
  expect([run.code, run.stdout, run.stderr]).toEqual([1, '', expect.stringMatching(/^error /m)]);
  expect((await agent('cancel', origin, '--checkout', id)).code).toBe(0);
});

/** Runs `work` at an origin that forwards requests to the storefront and changes the text of its responses. */
async function withChangedResponses<T>(
  change: (body: string) => string,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const proxy = createServer(async (asked, answer) => {
    const body = await text(asked);
    const { url: path, method, headers } = asked;
    request({ host: '127.0.0.1', port: platform.port, path, method, headers }, async (found) => {
      const { 'content-length': _length, ...kept } = found.headers;
      answer.writeHead(found.statusCode ?? 0, kept);
      answer.end(change(await text(found)));
    }).end(body);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo; // it listens on TCP
  try {
    return await work(`http://lakeside.localhost:${port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}

test("platform agent reports a response that deviates from UCP's official schemas, and exits with 1", async () => {
  const run = await withChangedResponses(
    (body) => body.replaceAll('"payment_handlers":{}', '"payment_handlers":[]'),
    (changed) => agent('book', changed, ...DATES, ...GUEST, '--open'),
  );
  expect([run.code, run.stdout]).toEqual([1, expect.stringMatching(/^status +ready_for_complete$/m)]);
  expect(run.stderr).toMatch(/^deviation {2}create_checkout: ucp\.payment_handlers must be object$/m);
  expect(run.stderr).toContain('The responses deviate from the official schemas of UCP 2026-04-08.');
});

test.each([
  ['search_catalog', { products: [{ title: 7 }] }, 'products[*].title must be string'],
  ['create_checkout', { status: 'maybe' }, 'status must be equal to one of the allowed values'],
  ['cancel_checkout', {}, "the response must have required property 'line_items'"],
])('a wrong value in a response of %s is reported with its place', (tool, content, deviation) => {
  const { deviations = [] } = checkResponse(tool, { ucp: { version: '2026-04-08' }, ...content }) ?? {};
  expect(deviations.find((found) => found.startsWith(deviation))).toBeDefined();
});

test("a response of another UCP version isn't checked", () => {
  expect(checkResponse('create_checkout', { ucp: { version: '2026-08-25' } })).toBe(null);
});

test('platform agent cancel ends an open checkout but no completed one', async () => {
  const [id = ''] = JSON.parse((await agent('search', origin, ...DATES, '--json')).stdout).products.map(
    (product: { id: string }) => product.id,
  );
  const other = await connectAgent(platform.port, 'lakeside.localhost');
  const checkout = { line_items: [{ item: { id }, quantity: 1 }] };
  const open = await other.call('create_checkout', { checkout });
  await other.close();
  const run = await agent('cancel', origin, '--checkout', open.id);
  expect([run.code, run.stdout]).toEqual([0, expect.stringMatching(/^status +canceled$/m)]);

  const completed = JSON.parse((await agent('book', origin, id, ...GUEST, '--json')).stdout);
  const refused = await agent('cancel', origin, '--checkout', completed.id);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("can't be canceled")]);
});

test("the guide's practice run leaves a checkout open and cancels it, twice if repeated", async () => {
  const guide = await readFile('docs/guides/command-line.md', 'utf8');
  const [, block = ''] = /leave a checkout open:\n\n```sh\n(.*?)```/s.exec(guide) ?? [];
  const [book = '', cancel = ''] = block.replaceAll('\\\n', '').trim().split('\n');
  const run = (line: string, id = '') =>
    workplace.platform(
      line
        .replace('sandbox.localhost:4000', `lakeside.localhost:${platform.port}`)
        .replace('2027-01-08', daysAhead(30))
        .replace('2027-01-11', daysAhead(33))
        .replace(/(--checkout) \S+.*/, `$1 ${id}`)
        .split(/ +/)
        .slice(1),
    );
  const opened = await run(book);
  expect([opened.code, opened.stdout]).toEqual([0, expect.stringMatching(/^status +ready_for_complete$/m)]);
  const [, id = ''] = /^checkout +(\S+)$/m.exec(opened.stdout) ?? [];
  expect(opened.stderr).toContain(`platform agent cancel ${origin} --checkout ${id}`);
  for (const time of [1, 2]) {
    const ended = await run(cancel, id);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringMatching(/^status +canceled$/m)]);
    expect(ended.stderr).not.toMatch(/^error/m);
    expect(ended.stderr.includes('The checkout had already been canceled.\n')).toBe(time === 2);
  }
});

test('platform agent exits with 1 and the reason if a tool refuses or the origin has no storefront', async () => {
  const past = ['--check-in', '2020-01-01', '--check-out', '2020-01-03', '--adults', '2'];
  const refused = await agent('search', origin, ...past);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/past/);
  const unknown = await agent('search', `http://nowhere.localhost:${platform.port}`, ...DATES);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("isn't an MCP server")]);
  expect(unknown.stderr).toContain(`for example http://lakeside.localhost:${platform.port}.`);
});
