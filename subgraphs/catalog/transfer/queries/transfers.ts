import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { ExportStatus, ImportAction, ImportCounts, ImportRow, ImportStatus } from '../../generated.ts';
import type { TransferRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { transferUrl } from '../store/import-file.ts';
import { transferOfToken, transferToken } from '../store/transfer-token.ts';
import { readFileOf, type TransferPayload } from '../store/transfers.ts';

/** Renames the payload's `transfer` field to `import` or `export`. */
export const asImport = ({ transfer, userErrors }: TransferPayload) => ({ import: transfer, userErrors });
export const asExport = ({ transfer, userErrors }: TransferPayload) => ({ export: transfer, userErrors });

/** An import's state as the API shows it. A file announced or received before `importCreate` is still waiting. */
export function importStatus({ status }: TransferRow): ImportStatus {
  if (status === 'announced' || status === 'received') return 'waiting';
  return status === 'running' ? 'applying' : status;
}

/** Properties or reservations checked so far. */
export const importChecked = ({ status, applied, properties }: TransferRow): number =>
  status === 'uploaded' ? applied : properties;

/** Properties or reservations applied so far; during the check, `applied` counts checked ones. */
export const importApplied = ({ status, applied }: TransferRow): number =>
  status === 'uploaded' ? 0 : applied;

/** An export's state as the API shows it. */
export const exportStatus = ({ status }: TransferRow): ExportStatus =>
  status === 'done' || status === 'failed' ? status : 'running';

/** The download URL for an export's file; null before it's done. */
export const downloadUrl = (ctx: SubgraphContext, { id, status }: TransferRow): string | null =>
  status === 'done' ? transferUrl(ctx, transferToken(ctx, 'download', id)) : null;

/** The draft read from a page; null until it has been read, and for other imports. */
export async function importDraft(ctx: SubgraphContext, { id, kind }: TransferRow): Promise<string | null> {
  if (kind !== 'web_page') return null;
  const file = await readFileOf(reader(ctx), id);
  return file.length > 0 ? file.toString('utf8') : null;
}

/** A base64 piece of an export's file; null after the last piece, and for an invalid token. */
export async function exportPiece(ctx: SubgraphContext, token: string, n: number): Promise<string | null> {
  const id = transferOfToken(ctx, 'download', token);
  if (id === null) return null;
  const piece = await tables(reader(ctx))
    .selectFrom('transfer_piece as p')
    .innerJoin('transfer as t', 't.id', 'p.transfer')
    .select('p.content')
    .where('t.id', '=', id)
    .where('t.direction', '=', 'export')
    .where('t.status', '=', 'done')
    .where('p.n', '=', n)
    .executeTakeFirst();
  return piece ? Buffer.from(piece.content).toString('base64') : null;
}

/** A dry run's row counts by action. */
export async function importCounts(ctx: SubgraphContext, id: number): Promise<ImportCounts> {
  const rows = await tables(reader(ctx))
    .selectFrom('transfer_row')
    .select(({ fn }) => ['action', fn.countAll<string>().as('count')])
    .where('transfer', '=', id)
    .groupBy('action')
    .execute();
  const counts = { create: 0, update: 0, same: 0, error: 0 };
  for (const { action, count } of rows) counts[action] = Number(count);
  return counts;
}

/** A page of a dry run, in the file's order. */
export async function importRows(
  ctx: SubgraphContext,
  id: number,
  action: ImportAction | null,
  listing: Listing,
): Promise<Page<ImportRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, byId('n'));
  const rows = await tables(reader(ctx))
    .selectFrom('transfer_row')
    .select(['n', 'line', 'path', 'kind', 'externalId', 'action', 'field', 'code', 'message'])
    .where('transfer', '=', id)
    .$if(action !== null, (all) => all.where('action', '=', action ?? 'error'))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  const shown = rows.map(({ field, code, message, ...row }) => ({
    ...row,
    error: code === null ? null : { field, code, message: message ?? '' },
  }));
  return pageOf(shown, slice, ({ n }) => [n]);
}
