import { readFile } from 'node:fs/promises';

/**
 * Returns the documentation's index for language models, with links that begin with `origin`; empty if the
 * documentation isn't built.
 */
export async function indexForModels(dist: URL, origin: string): Promise<string> {
  const text = await readFile(new URL('llms.txt', dist), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.replaceAll('](/', `](${origin}/`);
}
