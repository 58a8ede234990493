import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type BundleManifest, currentBundle, ROOT } from '#server/bundle/current-bundle.ts';
import { bundleServer } from '#server/programs/bundle-server.ts';
import { startServerProcess } from '../support/server-process.ts';

const SOURCE = 'kit/answer.ts';

/** A folder with one source and a bundle made from it. */
async function bundled() {
  const root = await mkdtemp(join(tmpdir(), 'platform-bundle-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const source = join(root, SOURCE);
  await mkdir(join(root, 'kit'));
  await writeFile(source, 'export const answer = 41;');
  const { size, mtimeMs } = await stat(source);
  const manifest: BundleManifest = {
    entry: 'bundle/main.mjs',
    inputs: [[SOURCE, size, mtimeMs, hash('sha256', 'export const answer = 41;')]],
  };
  const file = join(root, 'manifest.json');
  await writeFile(file, JSON.stringify(manifest));
  return { root, source, current: () => currentBundle(root, file) };
}

describe('the bundled server', () => {
  test('is current while its sources are unchanged', async () => {
    const { root, current } = await bundled();
    expect(current()).toBe(join(root, 'bundle/main.mjs'));
  });

  test('is outdated after an edit that keeps the source as long as it was', async () => {
    const { source, current } = await bundled();
    await writeFile(source, 'export const answer = 42;');
    await utimes(source, new Date(), new Date(Date.now() + 5_000));
    expect(current()).toBeNull();
  });

  test('is outdated after a source is removed or grows', async () => {
    const { source, current } = await bundled();
    await writeFile(source, 'export const answer = 41; export const more = 1;');
    expect(current()).toBeNull();
    await rm(source);
    expect(current()).toBeNull();
  });

  test('stays current if a checkout writes the same content again', async () => {
    const { root, source, current } = await bundled();
    await utimes(source, new Date(), new Date(Date.now() - 60_000));
    expect(current()).toBe(join(root, 'bundle/main.mjs'));
  });

  test('is missing in a folder that has none', async () => {
    const root = await mkdtemp(join(tmpdir(), 'platform-bundle-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    expect(currentBundle(root, join(root, 'manifest.json'))).toBeNull();
  });
});

describe("this checkout's bundle", () => {
  beforeAll(async () => void (await bundleServer()), 120_000);

  test('serves the demo, and stops after a signal', async () => {
    expect(currentBundle()).toMatch(/main\.mjs$/);
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-bundled-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
    const server = await startServerProcess({ DATA_DIR: dataDir });
    expect((await fetch(`http://localhost:${server.port}/`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  }, 120_000);

  test("is made from the server's sources and the lock file, without tests", async () => {
    const { default: manifest } = (await import(
      join(ROOT, 'node_modules/.cache/lodging-platform/server-bundle.json'),
      { with: { type: 'json' } }
    )) as { readonly default: BundleManifest };
    const paths = manifest.inputs.map(([path]) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'package-lock.json',
        'server/main.ts',
        'db/database.ts',
        'server/demo/world.ts',
      ]),
    );
    expect(paths.filter((path) => path.startsWith('test/'))).toEqual([]);
  });
});
