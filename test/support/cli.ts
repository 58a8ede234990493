import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

/** The result of one command run. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A developer's `platform` command: a working folder, a config folder, a separate environment. */
export interface Workplace {
  readonly folder: string;
  readonly configFile: string;
  /** Runs `platform` without a terminal. `stdin` undefined leaves standard input open and silent. */
  readonly platform: (args: readonly string[], options?: RunOptions) => Promise<Run>;
  /** Starts `platform` and leaves it running. */
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
  readonly remove: () => Promise<void>;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | 'closed';
  readonly cwd?: string;
}

const LAUNCHER = resolve('cli/bin/platform.js');

/** The system's own Node, if any: developers run the command on it, and it may be as old as 20. */
export const SYSTEM_NODE =
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath;

let built: Promise<unknown> | undefined;

/** Builds the command from its sources, like `npm ci`: once per process, which runs several files. */
export async function buildCli(): Promise<void> {
  built ??= promisify(execFile)(process.execPath, ['cli/build.js']);
  await built;
}

/** A new, empty workplace for one developer; `env` applies to every run. */
export async function openWorkplace(env: Readonly<Record<string, string>> = {}): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-cli-'));
  const config = join(folder, '.config');
  const start = (args: readonly string[], options: RunOptions = {}) =>
    spawn(SYSTEM_NODE, [LAUNCHER, ...args], {
      cwd: options.cwd ?? folder,
      env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: config, ...env, ...options.env },
    });
  return {
    folder,
    configFile: join(config, 'platform', 'credentials.json'),
    start,
    platform: (args, options = {}) => ended(start(args, options), options.stdin),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function ended(child: ChildProcessWithoutNullStreams, stdin: string | undefined): Promise<Run> {
  if (stdin !== undefined) child.stdin.end(stdin === 'closed' ? '' : stdin);
  const exit = new Promise<number | null>((done, failed) => child.once('exit', done).once('error', failed));
  const [code, stdout, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
