import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { holdsScope, roleRequired } from '#kit/access.ts';
import { teamOf } from '../../access.ts';
import { mistaken, userError } from '../../errors.ts';
import type { MediaUploadCreateInput, UserError } from '../../generated.ts';
import { MediaEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { MAX_TEAM_BYTES, MAX_TEAM_PHOTOS, mistakesInUpload } from '../domain/media.ts';
import { UPLOADS, uploadAddress } from '../store/upload-token.ts';

/** Result: `mediaId` is null only if the file was refused. */
export interface AnnouncedUpload {
  readonly mediaId: number | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly UserError[];
}

/** Serializes a team's announcements, so that together they stay within its storage limit. */
const QUOTA_LOCK = 7_310_887;

/**
 * Announces a team's photo and signs its upload URL; a file that the team already has isn't uploaded again. A
 * rejected photo can be retried. Throws `ROLE_REQUIRED` for the front desk, which can only upload message
 * files. See docs/interface/photos.md#uploading.
 */
export async function createMediaUpload(
  ctx: SubgraphContext,
  input: MediaUploadCreateInput,
): Promise<AnnouncedUpload> {
  if (!mayShow(ctx)) return refused(NO_PHOTOS);
  const mistakes = mistakesInUpload(input);
  if (mistakes.length > 0) return refused(...mistakes.map(mistaken));
  const { bytes } = input;
  const sha256 = input.sha256.toLowerCase();
  const teamId = teamOf(ctx.viewer);
  return inTransaction(ctx, async (em) => {
    await sql`SELECT pg_advisory_xact_lock(${QUOTA_LOCK}, ${teamId})`.execute(statements(em));
    const known = await em.findOne(MediaEntity, { teamId, sha256 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (known?.removedAt) return refused(userError('IN_USE', 'sha256', BEING_DELETED));
    if (known && known.status !== 'announced' && known.status !== 'rejected') return there(known.id);
    const over = await overQuota(em, teamId, bytes - (known?.bytes ?? 0), known ? 0 : 1);
    if (over) return refused(over);
    const begun = {
      bytes,
      status: 'announced',
      problem: null,
      attempts: 0,
      updatedAt: ctx.clock.now(),
    } as const;
    const media = known ? em.assign(known, begun) : em.create(MediaEntity, { ...begun, teamId, sha256 });
    await em.flush();
    const uploadUrl = uploadAddress(ctx, `uploads/${UPLOADS.sign(ctx, media)}`);
    return { mediaId: media.id, uploadUrl, userErrors: [] };
  });
}

/** True if an app may show photos. */
function mayShow({ viewer }: SubgraphContext): boolean {
  if (viewer.kind === 'hostUser' && viewer.role === 'front_desk')
    throw roleRequired(viewer.role, ['manager']);
  return viewer.kind !== 'app' || holdsScope(viewer.scopes, 'write_properties');
}

const NO_PHOTOS = userError('INVALID', 'kind', 'Photos require the scope `write_properties`.');
const BEING_DELETED = 'This photo is being deleted. Upload it again in a minute.';

async function overQuota(
  em: Transaction,
  teamId: number,
  moreBytes: number,
  more: number,
): Promise<UserError | null> {
  const { stored, photos } = await tables(em)
    .selectFrom('media')
    .select(({ fn }) => [fn.sum<string | null>('bytes').as('stored'), fn.countAll<string>().as('photos')])
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  if (Number(stored) + moreBytes > MAX_TEAM_BYTES) {
    const most = `A team’s photos can take up at most ${MAX_TEAM_BYTES / 1e9} GB. Remove some first.`;
    return userError('LIMIT_REACHED', 'bytes', most);
  }
  if (Number(photos) + more > MAX_TEAM_PHOTOS)
    return userError(
      'LIMIT_REACHED',
      null,
      `A team can have at most ${MAX_TEAM_PHOTOS} photos. Remove some first.`,
    );
  return null;
}

const there = (mediaId: number): AnnouncedUpload => ({ mediaId, uploadUrl: null, userErrors: [] });

const refused = (...userErrors: readonly UserError[]): AnnouncedUpload => ({
  mediaId: null,
  uploadUrl: null,
  userErrors,
});
