import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Session } from '../session.ts';
import { out, print } from '../terminal/output.ts';
import { idOf, parseListing, printListing } from './listing-toml.ts';

/**
 * Writes the draft of an app's listing to listing.toml. Pictures already named in the file keep their paths;
 * others are referenced by id, which a push also accepts.
 */
export async function pullListing(session: Session, slug: string, path: string): Promise<void> {
  const answer = await session.call('getListing', { slug });
  const { draft, media } = answer.data;
  const { icon, gallery, ...texts } = draft;
  const paths = await pathsBySha256(path);
  const nameOf = (id: string) => paths.get(media.find((one) => one.id === id)?.sha256 ?? '') ?? `media:${id}`;
  const text = printListing({
    texts: withoutNulls(texts),
    icon: icon === null ? null : nameOf(icon),
    gallery: gallery.map(({ media_id: id, alt }) => ({ file: nameOf(id), alt: alt ?? '' })),
  });
  await writeFile(path, text);
  session.show(answer, () => print(`${out.green('pulled')}  the listing of ${slug} to ${path}`));
}

/** TOML has no null: omitted texts are empty. */
const withoutNulls = (table: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) => {
      if (value === null) return [];
      const isTable = typeof value === 'object' && !Array.isArray(value);
      return [[key, isTable ? withoutNulls(value as Record<string, unknown>) : value]];
    }),
  );

/** Reads the files named in the existing listing.toml, by digest. */
async function pathsBySha256(path: string): Promise<ReadonlyMap<string, string>> {
  const earlier = await readFile(path, 'utf8').catch(() => null);
  if (earlier === null) return new Map();
  const { icon, gallery } = parseListing(path, earlier);
  const names = [...(icon === null ? [] : [icon]), ...gallery.map(({ file }) => file)];
  const entries = await Promise.all(
    names
      .filter((name) => idOf(name) === undefined)
      .map(async (name) => {
        const file = await readFile(join(dirname(path), name)).catch(() => null);
        return file === null ? [] : [[createHash('sha256').update(file).digest('hex'), name] as const];
      }),
  );
  return new Map(entries.flat());
}
