import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, Failure } from './failure.ts';

/**
 * Returns the oldest Node version that an app's package.json accepts, if the running Node is older; otherwise
 * null. Only reads ranges like `>=22.18`.
 */
export async function neededNode(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const range = rangeIn(text);
  const [, oldest = null] = /^>=\s*(\d+(?:\.\d+){0,2})$/.exec(range?.trim() ?? '') ?? [];
  return oldest !== null && isOlder(process.versions.node, oldest) ? oldest : null;
}

function rangeIn(text: string): string | undefined {
  try {
    const { engines } = JSON.parse(text) as { readonly engines?: { readonly node?: unknown } | null };
    return typeof engines?.node === 'string' ? engines.node : undefined;
  } catch (cause) {
    throw new Failure(EXIT.failed, "package.json isn't JSON.", { cause });
  }
}

/** True if a version comes before another; missing parts count as 0. */
export function isOlder(version: string, than: string): boolean {
  const [mine, others] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (const part of [0, 1, 2]) {
    const difference = (mine[part] ?? 0) - (others[part] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
