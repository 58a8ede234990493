import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { propertyLimits } from '#kit/reach.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { ExportCreateInput, ImportCreateInput, UserError } from '../../generated.ts';
import { TransferEntity, type TransferRow } from '../../store/entities.ts';
import { chosenStorefront } from '../../storefronts/store/chosen-storefront.ts';
import { transferOfFile } from '../store/import-file.ts';
import { TRANSFER, type TransferPayload } from '../store/transfers.ts';

/** Maximum number of a team's unfinished imports and exports. */
const MOST_OPEN = 5;

/**
 * Begins an import from a file that will be sent to the payload's upload URL, that was announced and sent
 * earlier, or that is fetched from an address. See docs/interface/import.md#importing.
 */
export function createImport(ctx: SubgraphContext, input: ImportCreateInput): Promise<TransferPayload> {
  const { kind, mediaId = null, url = null } = input;
  const webhooks = input.webhooks ?? false;
  const wrong = mistakeInSource({ kind, mediaId, url }) ?? mistakeInWebhooks({ kind, webhooks });
  if (wrong) return Promise.resolve(refused(wrong));
  const about = { direction: 'import', webhooks } as const;
  if (mediaId !== null) return create(ctx, input, { ...about, status: 'uploaded' }, mediaId);
  if (url !== null) return create(ctx, input, { ...about, status: 'uploaded', sourceUrl: url });
  return create(ctx, input, { ...about, status: 'waiting' });
}

const LONGEST_URL = 2_000;

function mistakeInSource({
  kind,
  mediaId,
  url,
}: {
  readonly kind: TransferRow['kind'];
  readonly mediaId: string | null;
  readonly url: string | null;
}): UserError | null {
  if (mediaId !== null && url !== null) return userError('INVALID', 'url', 'Give either `mediaId` or `url`.');
  if (kind === 'web_page' && url === null)
    return userError('INVALID', 'url', 'The page’s address is missing. Give its `url`.');
  const isAddress =
    url === null || (url.length <= LONGEST_URL && /^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  return isAddress
    ? null
    : userError('INVALID', 'url', 'This isn’t a web address. It must begin with https://.');
}

const mistakeInWebhooks = ({ kind, webhooks }: Pick<TransferRow, 'kind' | 'webhooks'>): UserError | null =>
  webhooks && kind !== 'bookings'
    ? userError('INVALID', 'webhooks', 'Only imports of `bookings` have this choice. Omit `webhooks`.')
    : null;

/** Begins an export. Its file can be downloaded once it's done. See docs/interface/import.md#exporting. */
export function createExport(ctx: SubgraphContext, input: ExportCreateInput): Promise<TransferPayload> {
  if (input.kind === 'platform_json') return create(ctx, input, { direction: 'export', status: 'running' });
  return Promise.resolve(refused(userError('INVALID', 'kind', 'Exports are written as `platform_json`.')));
}

const refused = (error: UserError): TransferPayload => ({ transfer: null, userErrors: [error] });

function create(
  ctx: SubgraphContext,
  { kind, storefrontId }: ImportCreateInput | ExportCreateInput,
  about: Pick<TransferRow, 'direction' | 'status'> & Partial<Pick<TransferRow, 'sourceUrl' | 'webhooks'>>,
  mediaId: string | null = null,
): Promise<TransferPayload> {
  const { viewer } = ctx;
  if (propertyLimits(viewer) !== null)
    return Promise.resolve(
      refused(
        userError('INVALID', null, 'Your membership is limited to some properties. Ask an owner to do this.'),
      ),
    );
  return inTransaction(ctx, async (em) => {
    const storefront = await chosenStorefront(em, teamOf(viewer), storefrontId ?? null);
    if (!storefront)
      return refused(userError('NOT_FOUND', 'storefrontId', 'There is no such storefront, or it is closed.'));
    const teamId = teamOf(viewer);
    const open = await em.count(TransferEntity, {
      teamId,
      status: { $in: ['uploaded', 'applying', 'running'] },
    });
    if (open >= MOST_OPEN)
      return refused(
        userError('LIMIT_REACHED', null, `Wait for the ${open} imports and exports in progress.`),
      );
    const begun = {
      ...about,
      teamId,
      storefront,
      kind,
      createdAt: ctx.clock.now(),
      accountId: viewer.kind === 'hostUser' ? viewer.accountId : 0,
    };
    const sent = mediaId === null ? null : await sentFile(em, teamId, mediaId);
    if (sent && 'code' in sent) return refused(sent);
    const transfer = sent ? em.assign(sent, begun) : em.create(TransferEntity, begun);
    await em.flush();
    if (about.direction === 'export')
      await recordTeamEvent(ctx, em, [teamId], { kind: 'export.created', subject: storefront.name });
    if (about.status !== 'waiting') await schedule(ctx, em, TRANSFER, { transferId: transfer.id });
    return { transfer, userErrors: [] };
  });
}

/** The file announced under an id, locked, or the reason it can't be imported. */
async function sentFile(em: Transaction, teamId: number, mediaId: string): Promise<TransferRow | UserError> {
  const file = await em.findOne(
    TransferEntity,
    { id: transferOfFile(mediaId) ?? 0, teamId, status: { $in: ['announced', 'received'] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!file) return userError('NOT_FOUND', 'mediaId', 'There is no such file, or it was already imported.');
  if (file.status === 'received') return file;
  return userError(
    'NOT_READY',
    'mediaId',
    'The file hasn’t been uploaded yet. PUT it to its `uploadUrl` first.',
  );
}
