import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { installNewApp } from '../support/developer.ts';
import { panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { chanceOf, EFFORT, SEED } from '../support/seeded.ts';
import { operationsOf } from './good-operations.ts';
import type { Json } from './mutate.ts';

// Sets every argument of every operation, one at a time, to values that no well-meaning caller sends: some of
// them in CI, all nightly.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** A well-formed cursor that the server never issued. */
function cursorOf(...numbers: readonly string[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url');
}

/** None of these may cause an internal error. */
const ODD: readonly Json[] = [
  '',
  'a\0b',
  '\ud800',
  'x'.repeat(5_000),
  '9999-12-31',
  '0001-01-01',
  String(2 ** 31),
  String(Number.MAX_SAFE_INTEGER),
  '9'.repeat(400),
  -1,
  2 ** 31 - 1,
  Number.MAX_SAFE_INTEGER,
  null,
  [],
];
/** Values in place of a date or an instant. */
const ODD_TIMES: readonly Json[] = [
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '2026-01-31T25:61:61Z',
];
/** Values in place of a cursor. */
const ODD_CURSORS: readonly Json[] = [
  cursorOf('0'),
  cursorOf('9007199254740991'),
  cursorOf('9999999999999999'),
  cursorOf('0', '0'),
  cursorOf('8640000000000000', '9007199254740991'),
  cursorOf('9999999999999999', '9999999999999999'),
  cursorOf('253402300800000', '2147483648'),
];
const A_TIME = /^\d{4}-\d{2}-\d{2}/;
/** More would wait for the same rows, longer than the statement timeout on a busy machine. */
const AT_ONCE = 6;

type Path = readonly (string | number)[];

/** Places in a value that can be odd: itself and everything inside. */
function placesIn(value: Json, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...at, key]))];
}

function withOdd(value: Json, [key, ...rest]: Path, odd: Json): Json {
  if (key === undefined) return odd;
  const copy = Object.entries(value ?? {}).map(([name, one]) => [
    name,
    name === key ? withOdd(one, rest, odd) : one,
  ]);
  return Array.isArray(value) ? copy.map(([, one]) => one as Json) : Object.fromEntries(copy);
}

function oddFor(variables: Json, place: Path): readonly Json[] {
  if (place.at(-1) === 'after' || place.at(-1) === 'before') return [...ODD, ...ODD_CURSORS];
  const good = place.reduce<Json>((value, key) => Object(value)[key] ?? null, variables);
  return typeof good === 'string' && A_TIME.test(good) ? [...ODD, ...ODD_TIMES] : ODD;
}

/** The host view has eight times as many. */
const SHARE = { '2026-01': EFFORT, host: EFFORT / 5 } as const;

/** Every operation in a view with one odd argument at a time, or this run's selection. */
function* oddRequests(view: '2026-01' | 'host') {
  const chance = chanceOf(SEED);
  for (const { query, variables } of operationsOf(view)) {
    for (const place of placesIn(variables).filter(({ length }) => length > 0)) {
      for (const odd of oddFor(variables, place)) {
        if (chance.below(1_000) < SHARE[view] * 1_000)
          yield { query, variables: withOdd(variables, place, odd) };
      }
    }
  }
}

/**
 * A defect fails every time; on a busy machine a statement may time out, so it is repeated without other
 * load.
 */
const ATTEMPTS = 4;

/**
 * Sends all requests; returns the requests that failed internally, even when repeated without other load.
 * `post` returns the body.
 */
async function failuresOf(
  view: '2026-01' | 'host',
  post: (body: string, number: number) => Promise<string>,
): Promise<readonly string[]> {
  const requests = oddRequests(view);
  const suspects: string[] = [];
  const failures: string[] = [];
  let sent = 0;
  const isFailure = (text: string) => text.includes('THROTTLED') || text.includes('INTERNAL_SERVER_ERROR');
  const worker = async () => {
    for (const request of requests) {
      const body = JSON.stringify(request);
      if (isFailure(await post(body, sent++))) suspects.push(body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect(sent).toBeGreaterThan(400);
  for (const body of suspects) {
    let text = '';
    for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
      text = await post(body, sent++);
      if (!isFailure(text)) break;
    }
    if (isFailure(text)) failures.push(`${text.slice(0, 1_000)}\n${body}`);
  }
  return failures;
}

test('no odd developer API argument causes an internal error', async () => {
  const lakeside = await demoHost(platform, 'lakeside');
  const scopes = [
    'write_bookings',
    'write_properties',
    'write_rates',
    'write_tasks',
    'write_payment_sessions',
  ];
  const installs = Array.from({ length: 60 }, () => installNewApp(platform, lakeside, { scopes }));
  const tokens = (await Promise.all(installs)).map(({ token }) => token);
  const failures = await failuresOf('2026-01', async (body, number) => {
    const authorization = `Bearer ${tokens[number % tokens.length]}`;
    const headers = { 'content-type': 'application/json', authorization };
    const path = '/developer/api/2026-01/graphql';
    return (await fetch(`${platform.address}${path}`, { method: 'POST', headers, body })).text();
  });
  expect(failures).toEqual([]);
}, 120_000);

test('no odd host panel argument causes an internal error', async () => {
  const sessions: Record<string, string>[] = [];
  for (let people = 0; people < 4; people++) {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser, 'host');
    sessions.push({ ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' });
  }
  const failures = await failuresOf('host', async (body, number) => {
    const headers = sessions[number % sessions.length] ?? {};
    return (await fetch(`${platform.address}/panel/graphql`, { method: 'POST', headers, body })).text();
  });
  expect(failures).toEqual([]);
}, 120_000);
