import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { UserError } from '../../generated.ts';
import { TransferEntity, type TransferRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

/** A transfer mutation's result. */
export interface TransferPayload {
  readonly transfer: TransferRow | null;
  readonly userErrors: UserError[];
}

/** Queue for imports and exports. */
export const TRANSFER = 'catalog/transfer';

/** Size of a file's pieces in bytes. */
export const PIECE_BYTES = 512 * 1024;

/** The team's transfer; null for any other transfer. */
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

/** Stores a file's piece; repeating it has no effect. */
export async function keepPiece(db: Kysely<unknown>, id: number, n: number, content: Buffer): Promise<void> {
  await sql`INSERT INTO catalog.transfer_piece (transfer_id, n, content) VALUES (${id}, ${n}, ${content})
    ON CONFLICT (transfer_id, n) DO UPDATE SET content = excluded.content`.execute(db);
}

/** A complete file. */
export async function readFileOf(em: EntityManager, id: number): Promise<Buffer> {
  const pieces = await tables(em)
    .selectFrom('transfer_piece')
    .select('content')
    .where('transfer', '=', id)
    .orderBy('n')
    .execute();
  return Buffer.concat(pieces.map(({ content }) => content));
}
