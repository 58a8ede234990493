import { readFile } from 'node:fs/promises';

/** A town for orientation. */
export interface Town {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

let read: Promise<readonly Town[]> | undefined;

/** Loads the world's towns with a population of at least 30,000, largest first (`npm run tool towns`). */
export function towns(): Promise<readonly Town[]> {
  read ??= readTowns();
  return read;
}

async function readTowns(): Promise<readonly Town[]> {
  const text = await readFile(new URL('./towns.tsv', import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [name = '', lat, lng] = line.split('\t');
      return { name, lat: Number(lat), lng: Number(lng) };
    });
}
