import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import type { RenditionFormat } from '#kit/images/rendered.ts';
import { renditionKey } from '../domain/media.ts';

/** A photo in all its stored sizes and formats. */
export interface PreparedPhoto {
  /** The source file's hash, hex. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly files: readonly {
    readonly width: number;
    readonly format: RenditionFormat;
    readonly body: Buffer;
  }[];
}

/** Photos for a unit type, the main one first. */
export interface AddPhotos {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly photos: readonly PreparedPhoto[];
}

/** Stores processed photos' files, which come before their rows (`addPhotos`). Safe to repeat. */
export async function storePhotoFiles(
  ctx: SubgraphContext,
  { teamId, photos }: Pick<AddPhotos, 'teamId' | 'photos'>,
): Promise<void> {
  for (const photo of photos) await storeFiles(ctx, teamId, photo);
}

/** Adds photos with stored files to a unit type; a team has each photo once. Safe to repeat. */
export async function addPhotos(
  ctx: SubgraphContext,
  { teamId, unitTypeId, photos }: AddPhotos,
): Promise<void> {
  const rows = photos.map(({ sha256, width, height, alt, files }) => ({
    sha256,
    bytes: files.reduce((sum, { body }) => sum + body.length, 0),
    width,
    height,
    alt,
  }));
  await inTransaction(ctx, async (em) => {
    await sql`
      WITH photo AS (
        INSERT INTO catalog.media (team_id, sha256, bytes, status, width, height, alt, updated_at)
        SELECT ${teamId}, sha256, bytes, 'ready', width, height, alt, ${ctx.clock.now()}
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS given (sha256 text, bytes integer, width integer, height integer, alt text)
        ON CONFLICT (team_id, sha256) DO UPDATE SET updated_at = excluded.updated_at
        RETURNING id, sha256)
      UPDATE catalog.unit_type SET media_ids = (
        SELECT array_agg(photo.id ORDER BY array_position(${rows.map(({ sha256 }) => sha256)}::text[], photo.sha256::text))
        FROM photo)
      WHERE id = ${unitTypeId}`.execute(statements(em));
  });
}

async function storeFiles(
  { services }: SubgraphContext,
  teamId: number,
  { sha256, files }: PreparedPhoto,
): Promise<void> {
  await Promise.all(
    files.map(({ width, format, body }) =>
      services.catalog.objects.put(`${renditionKey(teamId, sha256, width)}.${format}`, {
        body,
        bytes: body.length,
        contentType: `image/${format}`,
        sha256: createHash('sha256').update(body).digest('hex'),
      }),
    ),
  );
}
