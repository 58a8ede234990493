import { chmod, open, readFile, writeFile } from 'node:fs/promises';
import { EXIT, Failure } from './failure.ts';

// The command's own flag for such a file is --env, because Node 20 itself interprets an --env-file anywhere
// on the command line.

/**
 * Sets the variables in a `.env` file and keeps all other lines. Makes the file readable only by its owner,
 * because the variables are secrets that the command stores only there.
 */
export async function writeEnv(path: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const text = await readEnvText(path);
  const kept = text.split(/(?<=\n)/).filter((line) => !(nameOf(line) in variables));
  const before = kept.join('');
  const newline = before === '' || before.endsWith('\n') ? '' : '\n';
  const added = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  try {
    await writeFile(path, before + newline + added.join(''), { mode: 0o600 });
    await chmod(path, 0o600);
  } catch (error) {
    throw new Failure(EXIT.failed, `${path} can't be written.`, { cause: error });
  }
}

/** Checks that the file is writable before requesting a secret that would otherwise be lost. */
export async function openEnv(path: string): Promise<void> {
  try {
    const file = await open(path, 'a', 0o600);
    await file.close();
  } catch (error) {
    throw new Failure(EXIT.usage, `--env ${path} can't be written.`, { cause: error });
  }
}

/** Reads a variable from a `.env` file; undefined if the file or the variable doesn't exist. */
export async function readEnv(path: string, name: string): Promise<string | undefined> {
  const line = (await readEnvText(path)).split(/\r?\n/).findLast((line) => nameOf(line) === name);
  return (
    line
      ?.slice(line.indexOf('=') + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2') || undefined
  );
}

/** Reads a required variable; throws a Failure that names the file and explains how to create it. */
export async function requireEnv(path: string, name: string): Promise<string> {
  const value = await readEnv(path, name);
  if (value !== undefined) return value;
  throw new Failure(EXIT.usage, `--env ${path} has no ${name}.`, {
    hint: 'platform install --env <path> writes it there.',
  });
}

function nameOf(line: string): string {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1] ?? '';
}

async function readEnvText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new Failure(EXIT.failed, `${path} can't be read: ${error.message}`, { cause: error });
  });
}
