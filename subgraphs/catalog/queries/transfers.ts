import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { ImportAction, ImportCounts, ImportRow } from '../generated.ts';
import type { TransferRow } from '../store/entities.ts';
import { transferUrl } from '../store/import-file.ts';
import { transferOfToken, transferToken } from '../store/transfer-token.ts';
import { readFileOf, type TransferPayload } from '../store/transfers.ts';

/** A payload with the transfer under the name of its direction. */
export const asImport = ({ transfer, userErrors }: TransferPayload) => ({ import: transfer, userErrors });
export const asExport = ({ transfer, userErrors }: TransferPayload) => ({ export: transfer, userErrors });

/** Where the file of an export is fetched; null before it is done. */
export const downloadUrl = (ctx: SubgraphContext, { id, status }: TransferRow): string | null =>
  status === 'done' ? transferUrl(ctx, transferToken(ctx, 'download', id)) : null;

/** What was read of a page, once it was; null for an import of another kind. */
export async function importDraft(ctx: SubgraphContext, { id, kind }: TransferRow): Promise<string | null> {
  if (kind !== 'web_page') return null;
  const file = await readFileOf(statements(ctx), id);
  return file.length > 0 ? file.toString('utf8') : null;
}

/** A piece of the file of an export in base64; null after the last one, and for a token that is not good. */
export async function exportPiece(ctx: SubgraphContext, token: string, n: number): Promise<string | null> {
  const id = transferOfToken(ctx, 'download', token);
  if (id === null) return null;
  const { rows } = await sql<{ content: Buffer }>`
    SELECT p.content FROM catalog.transfer_piece p JOIN catalog.transfer t ON t.id = p.transfer_id
    WHERE t.id = ${id} AND t.direction = 'export' AND t.status = 'done' AND p.n = ${n}`.execute(
    statements(ctx),
  );
  return rows[0]?.content.toString('base64') ?? null;
}

/** How many rows of a dry run would do what. */
export async function importCounts(ctx: SubgraphContext, id: number): Promise<ImportCounts> {
  const { rows } = await sql<{ action: ImportAction; count: number }>`
    SELECT action, count(*)::int AS count FROM catalog.transfer_row WHERE transfer_id = ${id} GROUP BY action`.execute(
    statements(ctx),
  );
  const counts = { create: 0, update: 0, same: 0, error: 0 };
  for (const { action, count } of rows) counts[action] = count;
  return counts;
}

interface KeptRow extends Omit<ImportRow, 'error'> {
  readonly n: number;
  readonly field: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

/** A page of a dry run in the order of the file. */
export async function importRows(
  ctx: SubgraphContext,
  id: number,
  action: ImportAction | null,
  listing: Listing,
): Promise<Page<ImportRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, byId('n'));
  const { rows } = await sql<KeptRow>`
    SELECT n, line, path, kind, external_id AS "externalId", action, field, code, message FROM catalog.transfer_row
    WHERE transfer_id = ${id} AND ${action === null ? sql`true` : sql`action = ${action}`} AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  const shown = rows.map(({ field, code, message, ...row }) => ({
    ...row,
    error: code === null ? null : { field, code, message: message ?? '' },
  }));
  return pageOf(shown, slice, ({ n }) => [n]);
}
