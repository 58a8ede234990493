import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { EXIT, Failure } from './failure.ts';

/**
 * The API that the person last signed in to, and a token per origin: a token is only ever sent to its own
 * origin.
 */
const Credentials = z.object({
  current: z.optional(z.string()),
  tokens: z.record(z.string(), z.string()),
});
type Credentials = z.infer<typeof Credentials>;

/**
 * Returns the path where login stores tokens: the user's own config folder (XDG base directories; APPDATA on
 * Windows).
 */
export function credentialsPath(): string {
  const windows = process.platform === 'win32' ? process.env.APPDATA : undefined;
  const base = process.env.XDG_CONFIG_HOME || windows || join(homedir(), '.config');
  return join(base, 'platform', 'credentials.json');
}

/** Reads the stored credentials; empty before the first sign-in. */
export async function readCredentials(): Promise<Credentials> {
  const path = credentialsPath();
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(EXIT.failed, `${path} can't be read: ${error.message}`, { cause: error });
  });
  if (text === undefined) return { tokens: {} };
  try {
    return z.parse(Credentials, JSON.parse(text));
  } catch (error) {
    throw new Failure(EXIT.failed, `${path} is damaged.`, {
      hint: 'Remove it and run: platform login.',
      cause: error,
    });
  }
}

/** Stores the token for that origin and makes it the default. */
export async function storeToken(origin: string, token: string): Promise<void> {
  const { tokens } = await readCredentials();
  await write({ current: origin, tokens: { ...tokens, [origin]: token } });
}

/** Deletes the origin's token; returns true if there was one. Deleting the last token deletes the file. */
export async function removeToken(origin: string): Promise<boolean> {
  const { tokens, current } = await readCredentials();
  if (!Object.hasOwn(tokens, origin)) return false;
  const rest = Object.fromEntries(Object.entries(tokens).filter(([known]) => known !== origin));
  if (Object.keys(rest).length === 0) await rm(credentialsPath(), { force: true });
  else await write({ tokens: rest, ...(current === undefined || current === origin ? {} : { current }) });
  return true;
}

/** Writes a temporary file and renames it. The file is readable only by its owner from the start. */
async function write(credentials: Credentials): Promise<void> {
  const path = credentialsPath();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}
