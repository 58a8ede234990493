import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '#kit/passwords.ts';
import { type PlainBrowser, plainBrowser } from '../test/support/oauth.ts';
import { openAgent, percentile, weekSearch } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * Measures `search_catalog` and `/readyz` latency while thirty wrong recovery codes for one account arrive
 * simultaneously, with its ten codes stored as argon2id hashes (previous release) or in the current form.
 * Run: npx node bench/recovery-codes.ts
 */
const ATTEMPTS = 30;
const STORED = ['argon2id', 'today'] as const;

const world = await openWorld();
const server = await world.startServer({ TRUSTED_PROXIES: '127.0.0.1' });
const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const [account] = accounts;
const agent = openAgent(server.address, 'lakeside.localhost', 1);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Gives the account a lost passkey and ten recovery codes. */
async function addFactors(stored: (typeof STORED)[number]): Promise<void> {
  await world.database.query('DELETE FROM apps.factors');
  await world.database.query('DELETE FROM apps.sign_in_failures');
  await world.database.query(
    `INSERT INTO apps.factors (account_id, kind, name, credential_id, public_key, counter, transports, created_at, confirmed_at)
     SELECT id, 'passkey', 'Lost', 'bG9zdA', '\\x00', 0, '{}', now(), now() FROM apps.accounts WHERE email = $1`,
    [account.email],
  );
  const hash = stored === 'argon2id' ? await hashPassword('AAAAA-AAAAA') : null;
  await world.database.query(
    `INSERT INTO apps.factors (account_id, kind, code_hash, created_at)
     SELECT id, 'recovery', $2, now() FROM apps.accounts, generate_series(1, 10) WHERE email = $1`,
    [account.email, hash],
  );
}

/** Returns a browser past the password step and waiting for the second factor. */
async function awaiting(n: number): Promise<PlainBrowser> {
  const browser = plainBrowser(server.address, { 'x-forwarded-for': `198.51.100.${n}` });
  await browser.submit(await browser.open('/login'), { email: account.email, password: account.password });
  return browser;
}

/** Repeats a call until stopped; returns the durations in milliseconds, sorted. */
function sample(call: () => Promise<number>): () => Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  let running = true;
  const done = (async () => {
    while (running) {
      const startedAt = performance.now();
      if ((await call()) !== 200) failed += 1;
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    running = false;
    await done;
    return { times: times.sort((a, b) => a - b), failed };
  };
}

const search = () =>
  agent.call('search_catalog', weekSearch(30)).then(
    () => 200,
    () => 500,
  );
const readyz = async () => {
  const answer = await fetch(`${server.address}/readyz`);
  await answer.text();
  return answer.status;
};

for (let n = 0; n < 50; n += 1) await search();
for (const stored of STORED) {
  await addFactors(stored);
  const browser = await awaiting(1);
  const page = await browser.open('/login/second-factor');
  const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  const form = `${new URLSearchParams({ csrf_token: csrf, code: 'ZZZZZ-ZZZZZ' })}`;
  for (const [name, attempts] of [
    ['idle', 0],
    [`${ATTEMPTS} wrong codes`, ATTEMPTS],
  ] as const) {
    const samplers = { search: sample(search), readyz: sample(readyz) };
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: attempts }, () => browser.post('/login/second-factor', form)),
    );
    const tookMs = performance.now() - startedAt;
    if (attempts === 0) await new Promise((resolve) => setTimeout(resolve, 2_000));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    const counted = [...statuses].map(([status, { length }]) => `${length} x ${status}`).join(', ');
    print(`${stored}, ${name}: answered in ${tookMs.toFixed(0)} ms (${counted || 'none'})`);
    for (const [what, stop] of Object.entries(samplers)) {
      const { times, failed } = await stop();
      const [p50, most] = [percentile(times, 0.5), times.at(-1) ?? 0];
      print(
        `  ${what}: ${times.length} calls, p50 ${p50.toFixed(1)} ms, longest ${most.toFixed(0)} ms, ${failed} failed`,
      );
    }
  }
}
await agent.close();
await world.close();
