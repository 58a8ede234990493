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

/**
 * Adds processed photos to a unit type; a team stores each photo once. Safe to repeat: files are stored
 * before their rows.
 */
export async function addPhotos(
  ctx: SubgraphContext,
  { teamId, unitTypeId, photos }: AddPhotos,
): Promise<void> {
  for (const photo of photos) await storeFiles(ctx, teamId, photo);
  await inTransaction(ctx, async (em) => {
    const db = statements(em);
    const ids: number[] = [];
    for (const { sha256, width, height, alt, files } of photos) {
      const bytes = files.reduce((sum, { body }) => sum + body.length, 0);
      const { rows } = await sql<{ id: number }>`
        INSERT INTO catalog.media (team_id, sha256, bytes, status, width, height, alt, updated_at)
        VALUES (${teamId}, ${sha256}, ${bytes}, 'ready', ${width}, ${height}, ${alt}, ${ctx.clock.now()})
        ON CONFLICT (team_id, sha256) DO UPDATE SET updated_at = excluded.updated_at
        RETURNING id`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('A photo was not stored.');
      ids.push(row.id);
    }
    await sql`UPDATE catalog.unit_type SET media_ids = ${ids}::integer[] WHERE id = ${unitTypeId}`.execute(
      db,
    );
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
