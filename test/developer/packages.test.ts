import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_VERSIONS } from '#schema/views.ts';
import { SYSTEM_NODE } from '../support/cli.ts';

// Packages as `npm pack` creates them and a developer outside this repository installs them.

const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-packages-'));
  const workspaces = ['cli', 'packages/api-types', 'packages/app-sdk'].flatMap((name) => ['-w', name]);
  await run('npm', ['pack', '--silent', '--pack-destination', folder, ...workspaces]);
  // app-sdk's dependency, provided here so that the test needs no registry.
  const jose = resolve('node_modules/jose');
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder, jose]);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } };
  await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', ...globSync('*.tgz', options)],
    options,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const file = (path: string) => join(folder, 'node_modules/@platform', path);
const platform = async (...args: string[]) =>
  (await run(SYSTEM_NODE, [file('cli/bin/platform.js'), ...args], { cwd: folder })).stdout;

describe('the packed packages', () => {
  test('the packages contain built files instead of sources', () => {
    const files = (name: string) =>
      globSync('**/*.*', { cwd: file(name) }).filter((path) => !/templates\//.test(path));
    expect(files('cli').sort()).toEqual(['README.md', 'bin/platform.js', 'dist/platform.js', 'package.json']);
    expect(
      files('api-types')
        .filter((path) => !/^[\w-]+\.(?:d\.ts|graphql)$/.test(path))
        .sort(),
    ).toEqual(['README.md', 'package.json']);
    expect(
      files('app-sdk')
        .filter((path) => !/^dist\/[\w-]+\.(js|d\.ts)$/.test(path))
        .sort(),
    ).toEqual(['README.md', 'package.json']);
  });

  test.each(['cli', 'api-types', 'app-sdk'])(
    'the package %s can be published with provenance',
    async (name) => {
      const { repository, publishConfig, ...rest } = JSON.parse(
        await readFile(file(`${name}/package.json`), 'utf8'),
      );
      const { url } = JSON.parse(await readFile('package.json', 'utf8')).repository;
      const directory = name === 'cli' ? name : `packages/${name}`;
      expect(repository).toEqual({ type: 'git', url, directory });
      expect(publishConfig).toEqual({ access: 'public', provenance: true });
      expect(rest).not.toHaveProperty('private');
      expect(rest.scripts ?? {}).not.toHaveProperty('prepare');
    },
  );

  test('the packages include a command that runs', async () => {
    const { version } = JSON.parse(await readFile('cli/package.json', 'utf8'));
    expect(await platform('--version')).toMatch(new RegExp(`^platform/${version} `));
  });

  test.each(['remote', 'typescript', 'assignment-provider', 'payment'])(
    'the packages include the template %s',
    async (template) => {
      await platform('init', template, '--template', template, '--name', 'Crew');
      expect(globSync('**/server.{js,ts}', { cwd: join(folder, template) })).toHaveLength(1);
      expect(globSync('.gitignore', { cwd: join(folder, template) })).toEqual(['.gitignore']);
    },
  );

  test("an app on the packed SDK type-checks with the API's types", async () => {
    const app = join(folder, 'app');
    await mkdir(app);
    await writeFile(join(app, 'app.ts'), APP);
    await writeFile(
      join(app, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: STRICT, include: ['app.ts'] }),
    );
    const problems = await run(resolve('node_modules/.bin/tsc'), ['-p', app]).catch(({ stdout }) => ({
      stdout,
    }));
    expect(problems.stdout).toBe('');
  });

  test('the packed types include the schema of every version', async () => {
    for (const version of [...API_VERSIONS.map(({ version }) => version), 'unstable']) {
      const sdl = await readFile(`schema/generated/${version}/api.graphql`, 'utf8');
      const script = `console.log(import.meta.resolve('@platform/api-types/${version}.graphql'))`;
      const args = ['--input-type=module', '--eval', script];
      const { stdout } = await run(SYSTEM_NODE, args, { cwd: folder });
      expect(await readFile(new URL(stdout.trim()), 'utf8')).toBe(sdl);
    }
  });

  test('the installed SDK runs', async () => {
    const script = `import { verifyWebhook } from '@platform/app-sdk';
      const asked = { headers: {}, body: new Uint8Array(), secret: 'whsec_x' };
      await verifyWebhook(asked).catch(({ name, code }) => console.log(name, code));`;
    await writeFile(join(folder, 'run.js'), script);
    const { stdout } = await run(SYSTEM_NODE, ['run.js'], { cwd: folder });
    expect(stdout).toBe('SignatureError missing_header\n');
  });
});

const STRICT = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  types: [],
  skipLibCheck: false,
};

const APP = `import type { Booking, QueryBookingArgs } from '@platform/api-types/2026-10';
import { createClient, document, verifyWebhook } from '@platform/app-sdk';

type Found = { booking: Pick<Booking, 'reference'> | null };
const FIND = document<Found, QueryBookingArgs>('query ($id: ID!) { booking(id: $id) { reference } }');

export async function onWebhook(headers: Headers, body: Uint8Array, secret: string): Promise<string | undefined> {
  const event = await verifyWebhook({ headers, body, secret });
  if (event.topic !== 'booking.confirmed') return undefined;
  const platform = createClient({ apiUrl: 'http://localhost:4000', token: secret, version: '2026-10' });
  // @ts-expect-error: a booking has no such field
  event.resource.colour;
  // @ts-expect-error: the document takes an id
  await platform.request(FIND, { number: 1 });
  // @ts-expect-error: there is no such version
  createClient({ apiUrl: '', token: '', version: 7 });
  const { booking } = await platform.request(FIND, { id: String(event.resource.id) });
  return booking?.reference;
}
`;
