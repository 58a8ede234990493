import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { TransferEntity, TransferPieceEntity } from '../../store/entities.ts';
import { transferOfToken } from '../store/transfer-token.ts';
import { keepPiece, PIECE_BYTES, TRANSFER } from '../store/transfers.ts';
import { MAX_FILE_BYTES } from '../wanted.ts';

interface Piece {
  readonly token: string;
  /** Zero-based position. */
  readonly n: number;
  /** Base64. */
  readonly content: string;
  readonly isLast: boolean;
}

/**
 * Stores a piece of an import's file; the last piece starts the dry run. False if the token is invalid, or
 * the file is already complete.
 */
export function receiveImport(ctx: SubgraphContext, { token, n, content, isLast }: Piece): Promise<boolean> {
  const id = transferOfToken(ctx, 'upload', token);
  const bytes = Buffer.from(content, 'base64');
  if (id === null || n < 0 || n * PIECE_BYTES + bytes.length > MAX_FILE_BYTES || bytes.length > PIECE_BYTES)
    return Promise.resolve(false);
  return inTransaction(ctx, async (em) => {
    const transfer = await em.findOne(
      TransferEntity,
      { id, status: { $in: ['announced', 'waiting'] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!transfer) return false;
    await keepPiece(statements(em), id, n, bytes);
    if (!isLast) return true;
    // An earlier, interrupted upload of a longer file may have left later pieces.
    await em.nativeDelete(TransferPieceEntity, { transfer: id, n: { $gt: n } });
    if (transfer.status === 'announced') {
      transfer.status = 'received'; // `importCreate` continues from here
      return true;
    }
    transfer.status = 'uploaded';
    await schedule(ctx, em, TRANSFER, { transferId: id });
    return true;
  });
}
