import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { PropertyEntity } from '../store/entities.ts';
import { fetchSource } from './fetch-source.ts';
import { fileId } from './file-id.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { parseBookings, parseFile, parsePage } from './parse-thread.ts';
import { keepPiece, PIECE_BYTES, readFileOf } from './store/transfers.ts';
import { MAX_FILE_BYTES, type WantedFile, WrongFile } from './wanted.ts';
import type { WantedBookings } from './wanted-bookings.ts';

const MAX_PAGE_BYTES = 1_000_000;

/** Reads an import's file; throws `WrongFile` if it's invalid. */
export async function readWanted(ctx: SubgraphContext, transfer: OpenTransfer): Promise<WantedFile> {
  const file = await checkedFile(ctx, transfer);
  const { parseThread } = ctx.services.catalog;
  if (transfer.kind !== 'csv')
    return parseFile(parseThread, { kind: 'platform_json', file }, transfer.teamId);
  const currencies = await currenciesOf(ctx, transfer);
  return parseFile(parseThread, { kind: 'csv', file, currencies }, transfer.teamId);
}

/** Reads an import's reservations; throws `WrongFile` if the file is invalid. */
export async function readReservations(
  ctx: SubgraphContext,
  transfer: OpenTransfer,
): Promise<WantedBookings> {
  const file = await checkedFile(ctx, transfer);
  return parseBookings(ctx.services.catalog.parseThread, file, transfer.teamId);
}

/** The stored file; throws `WrongFile` if it's empty or not the announced one. */
async function checkedFile(ctx: SubgraphContext, transfer: OpenTransfer): Promise<Buffer> {
  const file = await fileOf(ctx, transfer);
  if (file.length === 0) throw new WrongFile('The file is empty.');
  const { announcedSha256 } = transfer;
  if (announcedSha256 != null && createHash('sha256').update(file).digest('hex') !== announcedSha256)
    throw new WrongFile('The file’s SHA-256 digest differs from the announced one. Upload the file again.');
  return file;
}

/**
 * The stored file. An address is fetched only once: a page is stored as its draft, so that the host reviews
 * exactly the content to apply.
 */
async function fileOf(ctx: SubgraphContext, transfer: OpenTransfer): Promise<Buffer> {
  const { id, kind } = transfer;
  const sourceUrl = transfer.sourceUrl ?? null;
  const kept = await readFileOf(reader(ctx), id);
  if (kept.length > 0 || sourceUrl === null) return kept;
  const file =
    kind === 'web_page' ? await readPage(ctx, transfer, sourceUrl) : await fetchFile(ctx, sourceUrl);
  await inTransaction(ctx, async (em) => {
    for (let n = 0; n * PIECE_BYTES < file.length; n++)
      await keepPiece(statements(em), id, n, file.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES));
  });
  return file;
}

const fetchFile = (ctx: SubgraphContext, url: string) => fetchSource(ctx, url, { most: MAX_FILE_BYTES });

async function readPage(
  ctx: SubgraphContext,
  { storefrontId, teamId }: OpenTransfer,
  url: string,
): Promise<Buffer> {
  const page = await fetchSource(ctx, url, { most: MAX_PAGE_BYTES, accept: 'text/html' });
  const first = await reader(ctx).findOne(
    PropertyEntity,
    { storefront: storefrontId, archivedAt: null },
    { orderBy: { id: 'asc' } },
  );
  const around = { url, currency: first?.currency ?? null, timeZone: first?.timeZone ?? null };
  return Buffer.from(await parsePage(ctx.services.catalog.parseThread, { file: page, around }, teamId));
}

/** The currencies of the storefront's properties, by their ids in files. */
async function currenciesOf(
  ctx: SubgraphContext,
  { storefrontId }: OpenTransfer,
): Promise<readonly (readonly [string, string])[]> {
  const rows = await reader(ctx).find(
    PropertyEntity,
    { storefront: storefrontId, archivedAt: null },
    { fields: ['id', 'externalId', 'currency'], orderBy: { id: 'asc' } },
  );
  return rows.map((row) => [fileId('property', row), row.currency]);
}
