import { existsSync, globSync, readFileSync } from 'node:fs';

/** A program started by some test files and not included in npm. */
interface Program {
  /** Path on this machine; null if missing. */
  readonly path: string | null;
  /** Its Debian package, and the setting that names another path. */
  readonly install: string;
  /** The import that identifies files which start it. */
  readonly by: string;
}

/** Finds a program: the setting's path, else the first existing candidate. */
export const programAt = (setting: string | undefined, paths: readonly string[]): string | null =>
  setting ?? paths.find((path) => existsSync(path)) ?? null;

/** The headless shell first: without windows, signing in to the panel takes it a third of the CPU that Chromium needs. */
export const BROWSER: Program = {
  path: programAt(process.env.TEST_BROWSER, [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]),
  install: 'chromium-headless-shell, or set TEST_BROWSER',
  by: 'support/browser.ts',
};

export const REDIS: Program = {
  path: programAt(process.env.TEST_REDIS, [
    '/usr/bin/redis-server',
    '/usr/local/bin/redis-server',
    '/opt/homebrew/bin/redis-server',
  ]),
  install: 'redis-server, or set TEST_REDIS',
  by: 'support/redis.ts',
};

/** Test files that can't run on this machine, with installation hints. */
export function leftOut(programs: readonly Program[]) {
  return programs
    .filter(({ path }) => path === null)
    .map((program) => ({ install: program.install, files: filesWith(program) }));
}

/** Test files that start a program. */
export const filesWith = ({ by }: Pick<Program, 'by'>): string[] =>
  globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes(`${by}'`));
