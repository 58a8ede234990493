import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formOf } from '../test/support/oauth.ts';
import { percentile } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * Tests whether responses from `/login`, `/signup` and `/forgot`, or their timing, reveal that an account
 * exists. Each form is sent alternately for a known and an unknown email address, always from a new address
 * without earlier failures, so that throttling doesn't apply. Status and bytes must be equal, except for the
 * CSRF token and typed values; for timing, it prints the fraction of pairs in which the known address took
 * longer. Run with `npx node bench/sign-in.ts`: about two minutes.
 */
const TRIES = 200;

const world = await openWorld();
const server = await world.startServer({ TRUSTED_PROXIES: '127.0.0.1', SIGN_UP: 'open' });
const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const start = await fetch(`${server.address}/login`);
const cookie = start.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const { fields } = formOf(await start.text());
let sent = 0;

interface Form {
  readonly path: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly status: number;
}

const FORMS: readonly Form[] = [
  { path: '/login', typed: { password: 'wrong' }, status: 401 },
  { path: '/signup', typed: { name: 'Sam', password: 'correct horse battery' }, status: 200 },
  { path: '/forgot', typed: {}, status: 200 },
];

/**
 * Sends a form; returns the milliseconds until the full response, and the response without per-visitor
 * differences.
 */
async function send({ path, typed, status }: Form, email: string) {
  sent += 1;
  await world.database.query('DELETE FROM apps.sign_in_failures');
  const startedAt = performance.now();
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { cookie, 'x-forwarded-for': `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}` },
    body: new URLSearchParams({ ...fields, ...typed, email }),
  });
  const html = await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== status) throw new Error(`${path} was answered with ${response.status}.`);
  const page = html.replaceAll(/name="csrf_token" value="[^"]*"/g, '').replaceAll(email, '');
  return { ms, page };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

for (const form of FORMS) {
  const [known, unknown]: [number[], number[]] = [[], []];
  const pages = new Set<string>();
  const ask = async (times: number[], email: string) => {
    const { ms, page } = await send(form, email);
    times.push(ms);
    pages.add(page);
  };
  for (let pair = 0; pair < TRIES; pair += 1) {
    const turns = [
      () => ask(known, accounts[pair % accounts.length].email),
      () => ask(unknown, `nobody${sent}@demo.test`),
    ];
    for (const turn of pair % 2 ? turns : turns.toReversed()) await turn();
  }
  if (pages.size > 1) throw new Error(`${form.path} has ${pages.size} different answers.`);
  for (const [name, times] of Object.entries({ known, unknown })) {
    const sorted = times.toSorted((a, b) => a - b);
    const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
    print(`${form.path}, ${name} email: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  const slower = known.flatMap((mine) =>
    unknown.map((theirs) => (mine > theirs ? 1 : mine === theirs ? 0.5 : 0)),
  );
  const right = (100 * slower.reduce<number>((sum, each) => sum + each, 0)) / slower.length;
  print(
    `${form.path}: "the slower one is known" is right in ${right.toFixed(0)} % of all pairs; 50 reveals nothing`,
  );
}
await world.close();
