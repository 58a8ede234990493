import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Folder for judges too large for everyone's `npm ci`. */
const TOOLS = join(import.meta.dirname, 'tools');
const OURS = process.cwd();

/** A package pinned in `test/judges/tools`, or in the repository's own `package.json`. */
export interface Tool {
  /** `name version`. */
  readonly version: string;
  /** A file inside the package. */
  readonly file: (path: string) => string;
  /** Reason why it can't be used; null if it can. */
  readonly missing: () => string | null;
}

/** A package in `test/judges/tools`; `alias` is its installed name. */
export const tool = (name: string, alias = name): Tool => pinned(TOOLS, name, alias);

/** A package in the repository's `devDependencies`. */
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

/** A command's result. Judges print their findings and exit with a code, so neither is an error here. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** No judge takes longer than this. */
const TIMEOUT_MS = 240_000;

/** Runs a tool's script with this Node, and waits for its exit. Throws on a timeout. */
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
    const { code, stdout, stderr } = error as Error & Partial<Ended>; // the rejection from execFile
    if (typeof code !== 'number') throw error;
    return { code, stdout: stdout ?? '', stderr: stderr ?? '' };
  }
}
