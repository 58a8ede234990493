import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reach } from '../api/client.ts';
import type { Answered } from '../api/operations.ts';
import { ApiFailure } from '../api/problem.ts';
import { EXIT, Failure } from '../failure.ts';
import type { Session } from '../session.ts';
import { idOf, parseListing } from './listing-toml.ts';

type Kind = 'icon' | 'gallery';

/** Maximum time to wait until a picture is processed, and the interval between checks. */
const PROCESSED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 500;
/** Enough to upload 10 MB over a slow connection. */
const UPLOAD_MS = 300_000;

/** Uploads listing.toml's pictures that the app doesn't have yet, then replaces its draft. */
export async function pushListing(
  session: Session,
  slug: string,
  path: string,
  submit: boolean,
): Promise<Answered<'putListing'>> {
  const { texts, icon, gallery } = parseListing(path, await readText(path));
  const upload = (name: string, kind: Kind) =>
    idOf(name) ?? uploadPicture(session, slug, { kind, path: join(dirname(path), name) });
  const content = {
    ...texts,
    icon: icon === null ? null : await upload(icon, 'icon'),
    gallery: [] as { media_id: string; alt: string }[],
  };
  for (const { file, alt } of gallery) content.gallery.push({ media_id: await upload(file, 'gallery'), alt });
  return session.call('putListing', { slug, body: { ...content, submit } }, 'Saving the listing');
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Failure(EXIT.failed, `${path} can't be read: ${error.message}`);
    throw new Failure(EXIT.usage, `There is no ${path}.`, {
      hint: 'Create it with platform listing pull, or give its path with --file <path>.',
    });
  });
}

/** Returns a picture's id once it can be shown; doesn't upload the file if the app already has it. */
async function uploadPicture(
  session: Session,
  slug: string,
  { kind, path }: { readonly kind: Kind; readonly path: string },
): Promise<string> {
  const file = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(EXIT.usage, `The picture ${path} can't be read: ${error.message}`);
  });
  const sha256 = createHash('sha256').update(file).digest('hex');
  const body = { kind, bytes: file.length, sha256 };
  const { id, upload_url } = (await session.call('createListingMedia', { slug, body }, `Uploading ${path}`))
    .data;
  if (upload_url !== null) {
    const response = await reach(new URL(upload_url), { method: 'PUT', body: file }, UPLOAD_MS);
    if (!response.ok) throw new ApiFailure(response.status, await response.text(), response.headers);
  }
  return whenReady(session, slug, { id, path });
}

async function whenReady(
  session: Session,
  slug: string,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<string> {
  const until = Date.now() + PROCESSED_WITHIN_MS;
  for (;;) {
    const { media } = (await session.poll('getListing', { slug })).data;
    const seen = media.find((one) => one.id === id);
    if (seen?.status === 'ready') return id;
    if (seen?.status === 'rejected') throw new Failure(EXIT.invalid, `${path}: ${seen.problem}`);
    if (Date.now() > until)
      throw new Failure(EXIT.failed, `${path} is still being processed. Push again in a minute.`);
    await sleep(LOOK_EVERY_MS);
  }
}
