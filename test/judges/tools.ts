import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Where judges too large for everyone's `npm ci` are installed. */
const TOOLS = join(import.meta.dirname, 'tools');
const OURS = process.cwd();

/** A package pinned in `test/judges/tools`, or in the repository's own `package.json`. */
export interface Tool {
  /** `name version`. */
  readonly version: string;
  /** A file inside it. */
  readonly file: (path: string) => string;
  /** Why it cannot be used; null if it can. */
  readonly missing: () => string | null;
}

/** A package of `test/judges/tools`; `alias` is the name it is installed under. */
export const tool = (name: string, alias = name): Tool => pinned(TOOLS, name, alias);

/** A package of the repository's `devDependencies`. */
export const devDependency = (name: string): Tool => pinned(OURS, name, name);

function pinned(root: string, name: string, alias: string): Tool {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const range: string | undefined = { ...manifest.dependencies, ...manifest.devDependencies }[alias];
  if (!range) throw new Error(`${alias} is not pinned in ${root}/package.json.`);
  const folder = join(root, 'node_modules', alias);
  return {
    version: `${name} ${range.replace(/^npm:.*@/, '')}`,
    file: (path) => join(folder, path),
    missing: () => (existsSync(folder) ? null : `needs \`npm ci --prefix test/judges/tools\``),
  };
}

/** How a command ended. Judges print their findings and exit with a code, so neither is an error here. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** No judge takes longer than this. */
const TIMEOUT_MS = 240_000;

/** Runs a script of a tool with this Node, and waits for its end. Throws when it does not end in time. */
export async function runTool(
  script: string,
  args: readonly string[],
  { cwd = OURS }: { readonly cwd?: string } = {},
): Promise<Ended> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd,
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 ** 2,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Error & Partial<Ended>; // what execFile rejects with
    if (typeof code !== 'number') throw error;
    return { code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}
