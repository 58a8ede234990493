import { existsSync, globSync, readFileSync } from 'node:fs';

/** A program that some files of tests start, and npm does not bring. */
interface Program {
  /** Where it is on this machine; null if it is not. */
  readonly path: string | null;
  /** Debian's package of it, and the setting that names another place. */
  readonly install: string;
  /** What the files that start it import. */
  readonly by: string;
}

/** Where a program is: as a setting has it, else the first of these places that exists. */
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

/** Files of tests that cannot run on this machine, with what to install. */
export function leftOut(programs: readonly Program[]) {
  return programs
    .filter(({ path }) => path === null)
    .map((program) => ({ install: program.install, files: filesWith(program) }));
}

/** Files of tests that start a program. */
export const filesWith = ({ by }: Pick<Program, 'by'>): string[] =>
  globSync('test/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes(`${by}'`));
