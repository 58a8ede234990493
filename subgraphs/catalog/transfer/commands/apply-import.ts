import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { TransferEntity, TransferRowEntity } from '../../store/entities.ts';
import { TRANSFER, type TransferPayload } from '../store/transfers.ts';

/**
 * Applies an import whose dry run found no errors. No change if it's already running or applied. See
 * docs/interface/import.md#applying.
 */
export function applyImport(ctx: SubgraphContext, id: string): Promise<TransferPayload> {
  return inTransaction(ctx, async (em): Promise<TransferPayload> => {
    const transfer = await em.findOne(
      TransferEntity,
      { id: parseId(id) ?? 0, teamId: teamOf(ctx.viewer), direction: 'import' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const none = { ...userError('NOT_FOUND', null, 'There is no such import.'), field: ['id'] };
    if (!transfer) return refused(none);
    if (['applying', 'done'].includes(transfer.status)) return { transfer, userErrors: [] };
    if (transfer.status !== 'checked') {
      const why =
        transfer.status === 'failed'
          ? 'This import failed. Import the file again.'
          : 'This import hasn’t been checked yet.';
      return refused(userError('NOT_READY', null, why));
    }
    const wrong = { transfer, action: 'error' as const };
    if ((await em.count(TransferRowEntity, wrong)) > 0)
      return refused(userError('INVALID', null, 'Correct the rows with errors and import the file again.'));
    em.assign(transfer, { status: 'applying', problem: null, applied: 0, attempts: 0 });
    await recordTeamEvent(ctx, em, [transfer.teamId], { kind: 'import.applied', subject: transfer.kind });
    await schedule(ctx, em, TRANSFER, { transferId: transfer.id });
    return { transfer, userErrors: [] };
  });
}

const refused = (error: UserError): TransferPayload => ({ transfer: null, userErrors: [error] });
