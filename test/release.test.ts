import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sectionsIn } from '#server/release/changelog.ts';

// A release of a clone: docs/contributing/releases.md.

const NEXT = '99.0.0';

let clone: string;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'platform-release-'));
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${resolve('.')}`, clone]);
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
  // On the commit of a release, the next section is still empty.
  const changelog = read('CHANGELOG.md').replace(/^## .*$/m, `## ${NEXT} (unreleased)\n\n- An entry.`);
  writeFileSync(join(clone, 'CHANGELOG.md'), changelog);
  git('commit', '--quiet', '--all', '--message', 'docs: add an entry');
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
const release = (...args: string[]) =>
  spawnSync(process.execPath, [resolve('server/programs/release.ts'), ...args], {
    cwd: clone,
    encoding: 'utf8',
  });
const read = (path: string) => readFileSync(join(clone, path), 'utf8');

test('a dry run prints version, tag, image and packages, and changes nothing', () => {
  const before = git('rev-parse', 'HEAD');
  const { stdout, status } = release();
  expect(status).toBe(0);
  expect(stdout).toContain(
    `Version   ${NEXT}\nGit tag   v${NEXT}\nImage     ghcr.io/lodging-platform/platform:${NEXT}\n`,
  );
  for (const name of ['cli', 'api-types', 'app-sdk']) expect(stdout).toContain(`@platform/${name}@${NEXT} (`);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(before);
});

test('no release is recorded with uncommitted changes', () => {
  appendFileSync(join(clone, 'README.md'), '\n');
  const { stderr, status } = release('--write');
  expect([status, stderr]).toEqual([1, 'Commit or stash your changes first.\n']);
  expect(git('diff', '--name-only')).toBe('README.md');
  git('checkout', '--quiet', 'README.md');
});

test('a recorded release is one tagged commit with its version everywhere', () => {
  expect(release('--write').stderr).toBe('');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe(`release: ${NEXT}`);
  expect(git('describe', '--exact-match')).toBe(`v${NEXT}`);
  expect(sectionsIn(read('CHANGELOG.md'))[1]).toMatchObject({ version: NEXT, date: expect.any(String) });
  for (const folder of ['.', 'cli', 'packages/api-types', 'packages/app-sdk'])
    expect(JSON.parse(read(`${folder}/package.json`)), folder).toMatchObject({ version: NEXT });
  const pins = { dependencies: { '@platform/app-sdk': NEXT } };
  expect(JSON.parse(read('examples/payment-app/package.json'))).toMatchObject({ version: '0.1.0', ...pins });
  const { version, packages } = JSON.parse(read('package-lock.json'));
  expect([version, packages[''].version, packages.cli.version]).toEqual([NEXT, NEXT, NEXT]);
  expect(packages['examples/payment-app']).toMatchObject(pins);
});

test('a version is released only once', () => {
  git('reset', '--quiet', '--hard', 'HEAD~1');
  expect(release('--write').stderr).toContain(`The tag v${NEXT} exists.`);
});
