import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomToken } from '../ids.ts';
import { checkedKey, type ObjectStore } from './object-store.ts';

/** Stores objects as files in a folder, which is created with the first object. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (key: string) => join(folder, checkedKey(key));
  return {
    async put(key, { body }) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomToken(6)}.tmp`;
      try {
        if (body instanceof Readable) await pipeline(body, createWriteStream(draft, { mode: 0o600 }));
        else await writeFile(draft, body, { mode: 0o600 });
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key) {
      const file = await openIfThere(pathOf(key));
      if (file === null) return null;
      const { size } = await file.stat();
      return { body: file.createReadStream(), bytes: size };
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
  };
}

async function openIfThere(path: string) {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
