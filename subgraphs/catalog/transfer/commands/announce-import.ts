import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { MediaUploadCreateInput, UserError } from '../../generated.ts';
import { mistakesInUpload } from '../../media/domain/media.ts';
import { TransferEntity } from '../../store/entities.ts';
import { chosenStorefront } from '../../storefronts/store/chosen-storefront.ts';
import { importFileId, uploadUrl } from '../store/import-file.ts';

/** Maximum number of a team's files waiting for their import. */
const MOST_WAITING = 20;

/** Result: `mediaId` is null only if the file was refused. */
export interface AnnouncedImport {
  readonly mediaId: string | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Announces an import's file and signs its upload URL; `importCreate` uses the file after the upload. For
 * hosts.
 */
export async function announceImport(
  ctx: SubgraphContext,
  { bytes, sha256 }: MediaUploadCreateInput,
): Promise<AnnouncedImport> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser' || !(viewer.role === 'owner' || viewer.role === 'manager'))
    return refused(userError('INVALID', 'kind', 'Only hosts who can import can upload import files.'));
  const [mistake] = mistakesInUpload({ bytes, sha256 });
  if (mistake) return refused(userError('INVALID', mistake.field, mistake.message));
  const teamId = teamOf(viewer);
  return inTransaction(ctx, async (em) => {
    const waiting = await em.count(TransferEntity, { teamId, status: { $in: ['announced', 'received'] } });
    if (waiting >= MOST_WAITING)
      return refused(userError('LIMIT_REACHED', null, `Import the ${waiting} waiting files first.`));
    const storefront = await chosenStorefront(em, teamId, null);
    if (!storefront) return refused(userError('NOT_FOUND', null, 'This team has no open storefront.'));
    const transfer = em.create(TransferEntity, {
      teamId,
      storefront,
      accountId: viewer.accountId,
      createdAt: ctx.clock.now(),
      direction: 'import',
      kind: 'platform_json',
      status: 'announced',
      announcedSha256: sha256.toLowerCase(),
    });
    await em.flush();
    return { mediaId: importFileId(transfer.id), uploadUrl: uploadUrl(ctx, transfer), userErrors: [] };
  });
}

const refused = (error: UserError): AnnouncedImport => ({
  mediaId: null,
  uploadUrl: null,
  userErrors: [error],
});
