import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise } from 'yauzl';
import type { ThemeIssue } from './theme-package.ts';
import { THEME_LIMITS } from './vocabulary.ts';

/** File contents by path. */
export type ThemeFiles = ReadonlyMap<string, Uint8Array>;

const MEGABYTE = 1024 * 1024;

/** Reads a package's files. Never unpacks more than the limits allow, regardless of the sizes in the archive. */
export async function readArchive(
  zip: Uint8Array,
): Promise<{ readonly files: ThemeFiles | null; readonly issues: readonly ThemeIssue[] }> {
  const refused = (code: ThemeIssue['code'], message: string, file = '') => ({
    files: null,
    issues: [{ file, line: null, code, message }],
  });
  if (zip.length > THEME_LIMITS.zipBytes) {
    return refused(
      'TOO_LARGE',
      `A theme can be at most ${THEME_LIMITS.zipBytes / MEGABYTE} MB as a zip file.`,
    );
  }
  const files = new Map<string, Uint8Array>();
  let room: number = THEME_LIMITS.totalBytes;
  try {
    const archive = await fromBufferPromise(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength));
    for await (const entry of archive.eachEntry()) {
      const path = entry.fileName;
      if (path.endsWith('/') || isByproduct(path)) continue;
      if (files.has(path)) return refused('THEME_INVALID', 'The zip file contains this file twice.', path);
      if (files.size === THEME_LIMITS.files) return refused('TOO_LARGE', TOO_MANY);
      if (entry.uncompressedSize > room) return refused('TOO_LARGE', TOO_MUCH);
      const content = await contentOf(await archive.openReadStreamPromise(entry as Entry), room);
      if (content === null) return refused('TOO_LARGE', TOO_MUCH);
      room -= content.length;
      files.set(path, content);
    }
  } catch (error) {
    // yauzl throws plain errors for archives that are malformed, encrypted or lie about their sizes.
    if (!(error instanceof Error)) throw error;
    return refused('THEME_INVALID', `The zip file can't be read: ${error.message}.`);
  }
  return { files: withoutFolder(files), issues: [] };
}

export const TOO_MANY = `A theme can have at most ${THEME_LIMITS.files} files.`;
export const TOO_MUCH = `A theme's files can have at most ${THEME_LIMITS.totalBytes / MEGABYTE} MB together.`;

/** Collects a file's content; null if it's longer than `most`. */
async function contentOf(stream: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** True for files that operating systems add to folders and archives. */
export const isByproduct = (path: string): boolean =>
  /(^|\/)(__MACOSX|\.git|node_modules)\/|(^|\/)(\.DS_Store|Thumbs\.db|\.gitignore|\.gitattributes)$/.test(
    path,
  );

/** Removes the folder that contains the whole theme, if `theme.toml` is in a folder. */
function withoutFolder(files: ThemeFiles): ThemeFiles {
  const [folder] = [...files.keys()].flatMap((path) => /^[^/]+\/(?=theme\.toml$)/.exec(path) ?? []);
  if (files.has('theme.toml') || folder === undefined) return files;
  if (![...files.keys()].every((path) => path.startsWith(folder))) return files;
  return new Map([...files].map(([path, content]) => [path.slice(folder.length), content]));
}
