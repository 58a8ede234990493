import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formOf } from '../test/support/oauth.ts';
import { percentile } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * Whether the time of a refused sign-in reveals that the account exists: wrong passwords of a known and of an unknown e-mail
 * address in turns, every attempt from an address of its own and with no failure before it, so that none is held back.
 */
const PAIRS = 150;

const world = await openWorld();
const server = await world.startServer({ TRUSTED_PROXIES: '127.0.0.1' });
const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const page = await fetch(`${server.address}/login`);
const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
const { fields } = formOf(await page.text());
let attempts = 0;

/** Milliseconds until a wrong password is refused. */
async function refuse(email: string): Promise<number> {
  attempts += 1;
  await world.database.query('DELETE FROM apps.sign_in_failures');
  const startedAt = performance.now();
  const response = await fetch(`${server.address}/login`, {
    method: 'POST',
    headers: { cookie, 'x-forwarded-for': `10.1.${attempts >> 8}.${attempts & 255}` },
    body: new URLSearchParams({ ...fields, email, password: 'wrong' }),
  });
  await response.arrayBuffer();
  if (response.status !== 401) throw new Error(`A wrong password was answered with ${response.status}.`);
  return performance.now() - startedAt;
}

const known: number[] = [];
const unknown: number[] = [];
for (let pair = 0; pair < PAIRS; pair += 1) {
  const turns = [
    async () => known.push(await refuse(accounts[pair % accounts.length].email)),
    async () => unknown.push(await refuse(`nobody${pair}@demo.test`)),
  ];
  for (const turn of pair % 2 ? turns : turns.toReversed()) await turn();
}
await world.close();

for (const [name, durations] of Object.entries({ known, unknown })) {
  const sorted = durations.toSorted((a, b) => a - b);
  const [p50, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  process.stdout.write(
    `${name} e-mail, wrong password: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms\n`,
  );
}
const slower = known.flatMap((mine) =>
  unknown.map((theirs) => (mine > theirs ? 1 : mine === theirs ? 0.5 : 0)),
);
const right = (100 * slower.reduce<number>((sum, each) => sum + each, 0)) / slower.length;
process.stdout.write(
  `"the slower one is known" is right in ${right.toFixed(0)} % of all pairs; 50 reveals nothing\n`,
);
