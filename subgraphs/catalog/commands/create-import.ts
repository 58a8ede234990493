import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { propertyLimits } from '#kit/reach.ts';
import { teamOf } from '../access.ts';
import { userError } from '../errors.ts';
import type { ExportCreateInput, ImportCreateInput, UserError } from '../generated.ts';
import { StorefrontEntity, TransferEntity, type TransferRow } from '../store/entities.ts';
import { TRANSFER, type TransferPayload } from '../store/transfers.ts';

/** Imports and exports of a team that are under way. */
const MOST_OPEN = 5;

/** Begins an import: its file is sent to the answer's upload URL. See docs/interface/import.md#importing. */
export const createImport = (ctx: SubgraphContext, input: ImportCreateInput): Promise<TransferPayload> =>
  create(ctx, input, { direction: 'import', status: 'waiting' });

/** Begins an export. Its file can be fetched once it is done. See docs/interface/import.md#exporting. */
export const createExport = (ctx: SubgraphContext, input: ExportCreateInput): Promise<TransferPayload> =>
  create(ctx, input, { direction: 'export', status: 'running' });

const refused = (error: UserError): TransferPayload => ({ transfer: null, userErrors: [error] });

function create(
  ctx: SubgraphContext,
  { kind, storefrontId }: ImportCreateInput | ExportCreateInput,
  about: Pick<TransferRow, 'direction' | 'status'>,
): Promise<TransferPayload> {
  const { viewer } = ctx;
  if (propertyLimits(viewer) !== null)
    return Promise.resolve(
      refused(userError('INVALID', null, 'Your membership is limited to some properties: ask an owner.')),
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
      return refused(userError('LIMIT_REACHED', null, `Wait for the ${open} imports and exports under way.`));
    const transfer = em.create(TransferEntity, {
      ...about,
      ...{ teamId, storefront, kind, createdAt: ctx.clock.now() },
      accountId: viewer.kind === 'hostUser' ? viewer.accountId : 0,
    });
    await em.flush();
    if (about.status !== 'waiting') await schedule(ctx, em, TRANSFER, { transferId: transfer.id });
    return { transfer, userErrors: [] };
  });
}

/** The team's storefront with this id, or the oldest that is neither closed nor a sandbox: as `propertyCreate` chooses it. */
function chosenStorefront(em: Transaction, teamId: number, id: string | null) {
  const which = id === null ? { sandbox: false } : { id: parseId(id) ?? 0 };
  return em.findOne(StorefrontEntity, { teamId, closedAt: null, ...which }, { orderBy: { id: 'asc' } });
}
