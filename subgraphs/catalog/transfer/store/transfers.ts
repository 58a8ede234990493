import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { UserError } from '../../generated.ts';
import { TransferEntity, type TransferRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

/** What a mutation of a transfer did. */
export interface TransferPayload {
  readonly transfer: TransferRow | null;
  readonly userErrors: UserError[];
}

/** Queue of imports and exports. */
export const TRANSFER = 'catalog/transfer';

/** Bytes of a piece of a file. */
export const PIECE_BYTES = 512 * 1024;

/** A transfer of the viewer's own team; null for any other. */
export async function ownTransfer(
  ctx: SubgraphContext,
  id: string,
  direction: TransferRow['direction'],
): Promise<TransferRow | null> {
  return reader(ctx).findOne(TransferEntity, {
    id: parseId(id) ?? 0,
    teamId: teamOf(ctx.viewer),
    direction,
    status: { $nin: ['announced', 'received'] },
  });
}

/** Keeps a piece of a file; repeating it changes nothing. */
export async function keepPiece(db: Kysely<unknown>, id: number, n: number, content: Buffer): Promise<void> {
  await sql`INSERT INTO catalog.transfer_piece (transfer_id, n, content) VALUES (${id}, ${n}, ${content})
    ON CONFLICT (transfer_id, n) DO UPDATE SET content = excluded.content`.execute(db);
}

/** A whole file. */
export async function readFileOf(em: EntityManager, id: number): Promise<Buffer> {
  const pieces = await tables(em)
    .selectFrom('transfer_piece')
    .select('content')
    .where('transfer', '=', id)
    .orderBy('n')
    .execute();
  return Buffer.concat(pieces.map(({ content }) => content));
}
