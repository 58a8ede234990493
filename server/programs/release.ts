import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cutRelease, nextRelease } from '../release/changelog.ts';
import { imageName, type PackageFile, PUBLISHED, readPackage, withVersion } from '../release/packages.ts';

// `npm run release`: prints the next release and changes nothing; with `--write`, commits and tags it:
// docs/contributing/releases.md.

const CHANGELOG = 'CHANGELOG.md';
const LOCK = 'package-lock.json';

try {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  release(process.cwd(), values.write);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function release(root: string, write: boolean): void {
  const { version } = nextRelease(readFileSync(join(root, CHANGELOG), 'utf8'));
  const tag = `v${version}`;
  if (git(root, 'tag', '--list', tag) !== '')
    throw new Error(`The tag ${tag} exists. Give the first version in ${CHANGELOG} a higher number.`);
  process.stdout.write(
    `Version   ${version}
Git tag   ${tag}
Image     ${imageName(readPackage(root))}:${version}
Packages  ${packed(root, version).join('\n          ')}\n`,
  );
  if (!write) {
    process.stdout.write(
      '\nNothing was changed. `npm run release -- --write` commits and tags this release.\n',
    );
    return;
  }
  if (git(root, 'status', '--porcelain') !== '') throw new Error('Commit or stash your changes first.');
  record(root, version);
  git(root, 'commit', '--quiet', '--all', '--message', `release: ${version}`);
  git(root, 'tag', '--annotate', tag, '--message', version);
  process.stdout.write(
    `\nCommitted and tagged. \`git push --follow-tags\` shares it; then publish as docs/contributing/releases.md describes.\n`,
  );
}

/** Returns each package as npm would pack it: name, version, number of files and size. */
function packed(root: string, version: string): readonly string[] {
  // Without scripts: `prepack` would build.
  const args = [
    'pack',
    '--dry-run',
    '--json',
    '--ignore-scripts',
    ...PUBLISHED.flatMap((folder) => ['-w', folder]),
  ];
  const packages: readonly Packed[] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }));
  return packages.map(
    ({ name, entryCount, size }) => `${name}@${version} (${entryCount} files, ${Math.ceil(size / 1000)} kB)`,
  );
}

interface Packed {
  readonly name: string;
  readonly entryCount: number;
  /** Compressed, in bytes. */
  readonly size: number;
}

/** Dates the changelog's section, and writes the version into every package.json and package-lock.json. */
function record(root: string, version: string): void {
  const changelog = join(root, CHANGELOG);
  writeFileSync(
    changelog,
    cutRelease(readFileSync(changelog, 'utf8'), new Date().toISOString().slice(0, 10)),
  );
  const published = new Set(['.', ...PUBLISHED].map((folder) => readPackage(root, folder).name));
  const { workspaces = [] } = readPackage(root);
  const patterns = ['.', ...workspaces].map((folder) => join(folder, 'package.json'));
  const files = globSync(patterns, { cwd: root });
  for (const file of files)
    rewrite(join(root, file), (entry: PackageFile) => withVersion(entry, version, published));
  execFileSync('npx', ['biome', 'format', '--write', ...files], { cwd: root, stdio: 'ignore' });
  rewrite(join(root, LOCK), (lock: Lock) => ({
    ...withVersion(lock, version, published),
    packages: Object.fromEntries(
      Object.entries(lock.packages).map(([path, entry]) => [path, withVersion(entry, version, published)]),
    ),
  }));
}

interface Lock extends Partial<PackageFile> {
  readonly packages: Readonly<Record<string, Partial<PackageFile>>>;
}

function rewrite<T>(path: string, change: (content: T) => T): void {
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))), null, 2)}\n`);
}

function git(root: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
