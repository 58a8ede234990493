import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { formatOf } from '#kit/images/formats.ts';
import { MAX_MEDIA_BYTES } from '#schema/limits.ts';
import { teamOf } from '../access.ts';
import type { createMediaUpload } from '../media/commands/create-media-upload.ts';
import type { finishMediaUpload } from '../media/commands/finish-media-upload.ts';
import { PROBLEM_TEXTS, uploadKey } from '../media/domain/media.ts';
import { copyPhoto } from '../media/store/copy-photo.ts';
import { MediaEntity } from '../store/entities.ts';
import type { PhotoDefinition } from './definition.ts';
import { fetchSource } from './fetch-source.ts';
import { photoKey } from './photo-key.ts';
import { Later, Refused } from './refused.ts';
import { type Place, type WantedProperty, WrongFile } from './wanted.ts';

/** The photo upload commands for hosts and apps, as an import uses them. */
export interface PhotoCommands {
  readonly createMediaUpload: typeof createMediaUpload;
  readonly finishMediaUpload: typeof finishMediaUpload;
}

type Bringing = SubgraphContext & { readonly commands: PhotoCommands };

/**
 * Adds every photo in a file's property to the team's photos: one that the team already has, one already on
 * this platform, or one fetched through the egress guard. Returns their ids by `photoKey`; throws `Refused`
 * or `Later`. Safe to repeat.
 */
export async function bringPhotos(
  ctx: Bringing,
  wanted: WantedProperty,
): Promise<ReadonlyMap<string, number>> {
  const meant = new Map<string, readonly [photo: PhotoDefinition, at: Place]>();
  for (const at of [wanted, ...wanted.unitTypes])
    for (const photo of at.definition?.media ?? [])
      if (!meant.has(photoKey(photo))) meant.set(photoKey(photo), [photo, at]);
  const ids = new Map<string, number>();
  try {
    await forEachAtOnce([...meant], async ([key, [photo, at]]) => {
      ids.set(key, await bring(ctx, photo, at));
    });
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
    throw errors.find((one) => one instanceof Later) ?? errors.find((one) => one instanceof Refused) ?? error;
  }
  return ids;
}

async function bring(ctx: Bringing, photo: PhotoDefinition, at: Place): Promise<number> {
  const { sha256 = null, url } = photo;
  const own = await findOwn(ctx, photo);
  if (own !== null) return own;
  const copied = sha256 === null ? null : await copyPhoto(ctx, sha256);
  if (copied !== null) return copied;
  if (url === undefined)
    throw refusal(at, `There is no photo with the digest ${sha256}. Give its \`url\` too.`);
  return fetchPhoto(ctx, url, at);
}

/** A photo that the team already has: a match by digest takes precedence over a match by source address. */
async function findOwn(ctx: SubgraphContext, { sha256, url }: PhotoDefinition): Promise<number | null> {
  const found = await reader(ctx).find(MediaEntity, {
    teamId: teamOf(ctx.viewer),
    removedAt: null,
    status: { $nin: ['announced', 'rejected'] },
    $or: [...(sha256 ? [{ sha256 }] : []), ...(url ? [{ sourceUrl: url }] : [])],
  });
  return (found.find((media) => media.sha256 === sha256) ?? found[0])?.id ?? null;
}

async function fetchPhoto(ctx: Bringing, url: string, at: Place): Promise<number> {
  const body = await fetchSource(ctx, url, { most: MAX_MEDIA_BYTES }).catch((error: unknown) => {
    if (error instanceof WrongFile) throw refusal(at, `${error.message} (${url})`);
    throw error;
  });
  if (formatOf(body) === null) throw refusal(at, `${PROBLEM_TEXTS.unsupported} (${url})`);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const input = { kind: 'image', bytes: body.length, sha256 } as const;
  const { mediaId, uploadUrl, userErrors } = await ctx.commands.createMediaUpload(ctx, input);
  if (mediaId === null) throw new Refused({ ...at, kind: 'photos' }, userErrors[0] ?? refusal(at, '').error);
  if (uploadUrl !== null) {
    const contentType = 'application/octet-stream';
    await ctx.services.catalog.objects.put(uploadKey(mediaId, sha256), {
      body,
      sha256,
      contentType,
      bytes: body.length,
    });
    await ctx.commands.finishMediaUpload(ctx, uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1));
  }
  await sql`UPDATE catalog.media SET source_url = ${url} WHERE id = ${mediaId}`.execute(statements(ctx));
  return mediaId;
}

const refusal = (at: Place, message: string) =>
  new Refused(
    { path: at.path, line: at.line, kind: 'photos' },
    { code: 'INVALID', field: ['media'], message },
  );
