import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program's result. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run operator -- [arguments]` without npm, against the database in the settings. */
export async function runOperator(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ran> {
  const { PATH, HOME } = process.env;
  return run(process.execPath, ['server/programs/operator.ts', ...args], {
    env: { PATH, HOME, ...settings },
    timeout: 60_000,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** Returns the path of the only link in the output. */
export function recoveryPath({ stdout, stderr }: Ran): string {
  const links = stdout.match(/https?:\/\/\S+/g) ?? [];
  if (links.length !== 1) throw new Error(`Expected one link, got:\n${stdout}${stderr}`);
  return new URL(links[0]).pathname;
}
