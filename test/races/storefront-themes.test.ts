import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { releaseTheme } from '../support/live-themes.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { chanceOf, patience, SEED, tries } from '../support/seeded.ts';

// docs/interface/storefront-themes.md#states: two processes publish, roll back and change settings at the same time.

let processes: readonly [TestPlatform, TestPlatform];
let host: Developer;
beforeAll(async () => {
  const first = await startPlatform();
  processes = [first, await startPlatform({}, first.database)];
  host = await newDeveloper(first);
});
afterAll(async () => {
  const [first, second] = processes;
  await second.close();
  await first.close();
});

interface Placed {
  readonly id: string;
  readonly status: string;
  readonly settingsVersion: number;
}
interface Payload {
  readonly theme: Placed | null;
  readonly userErrors: readonly { readonly code: string }[];
}
interface Shown {
  readonly revision: string;
  readonly settings: Readonly<Record<string, string>>;
}

const SETTINGS = ['first', 'second']
  .map((key) => `[[settings]]\nkey = "${key}"\ntype = "text"\nlabel = "${key}"\n`)
  .join('');

const call = async (platform: TestPlatform, mutation: string): Promise<Payload> =>
  Object.values(
    await ask<Record<string, Payload>>(
      platform,
      host.host,
      `mutation { ${mutation} { theme { id status settingsVersion } userErrors { code } } }`,
    ),
  )[0] as Payload; // the only field requested

const listed = async (platform: TestPlatform, storefrontId: string) =>
  (
    await ask<{ themes: readonly Placed[] }>(
      platform,
      host.host,
      `{ themes(storefrontId: "${storefrontId}") { id status settingsVersion } }`,
    )
  ).themes;

const shown = async (platform: TestPlatform, domain: string) =>
  (
    await ask<{ storefrontByHost: { theme: Shown | null } }>(
      platform,
      { kind: 'public' },
      `{ storefrontByHost(host: "${domain}") { theme { revision settings } } }`,
    )
  ).storefrontByHost.theme;

/** Refusals that a host can expect when someone else works on the same themes. */
const EXPECTED = ['STALE_VERSION', 'NOT_FOUND', 'INVALID', 'LIMIT_REACHED'];

test('every response has one theme with one set of settings while hosts publish and roll back', {
  timeout: patience(60_000),
}, async () => {
  const [first, second] = processes;
  const chance = chanceOf(SEED);
  const slug = 'raced';
  const domain = `${slug}.localhost`;
  await releaseTheme(first, host, { slug, settings: SETTINGS });
  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    first,
    host.host,
    `mutation { storefrontCreate(input: { name: "Raced", slug: "${slug}" }) { storefront { id } } }`,
  );
  const { id: storefrontId } = storefrontCreate.storefront;
  const install = `themeInstall(storefrontId: "${storefrontId}", slug: "${slug}")`;
  const { theme: initial } = await call(first, install);
  await call(first, `themePublish(id: "${initial?.id}")`);
  const seen = new Map<string, string>();
  let written = 0;
  let isOver = false;

  /** Every revision has one set of settings, both of which one change wrote. */
  const watch = async (platform: TestPlatform) => {
    while (!isOver) {
      await setTimeout(2); // cached reads never leave the microtask queue
      const theme = await shown(platform, domain);
      if (!theme) continue;
      const { first: one = '', second: other = '' } = theme.settings;
      expect(other).toBe(one);
      expect(seen.get(theme.revision) ?? one).toBe(one);
      seen.set(theme.revision, one);
    }
  };
  const work = async (platform: TestPlatform) => {
    for (let step = 0; step < tries(60); step++) {
      const themes = await listed(platform, storefrontId);
      const { id, settingsVersion } = chance.pick(themes) ?? { id: '0', settingsVersion: 0 };
      const value = `${++written}`;
      const values = `[{ key: "first", value: "${value}" }, { key: "second", value: "${value}" }]`;
      const { userErrors } = await call(
        platform,
        chance.pick([
          `themePublish(id: "${id}")`,
          `themeRollback(storefrontId: "${storefrontId}")`,
          `themeSettingsSet(id: "${id}", version: ${settingsVersion}, values: ${values})`,
          install,
        ]),
      );
      for (const { code } of userErrors) expect(EXPECTED).toContain(code);
      const statuses = (await listed(platform, storefrontId)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 'published').length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status === 'previous').length).toBeLessThanOrEqual(5);
      // An open draft of the theme receives every change.
      expect(
        statuses.filter((status) => status === 'draft' || status === 'installed').length,
      ).toBeLessThanOrEqual(1);
    }
  };
  const watching = [watch(first), watch(second)];
  await Promise.all([work(first), work(first), work(second), work(second)]).finally(() => {
    isOver = true;
  });
  await Promise.all(watching);
  const [published] = (await listed(first, storefrontId)).filter(({ status }) => status === 'published');
  const expected = published ? `${published.id}.${published.settingsVersion}` : undefined;
  for (const platform of processes)
    await expect.poll(async () => (await shown(platform, domain))?.revision).toBe(expected);
  expect(seen.size).toBeGreaterThan(1);
});
