import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import { PropertyEntity } from '../store/entities.ts';
import { keepPiece, PIECE_BYTES, readFileOf } from '../store/transfers.ts';
import { fetchSource } from './fetch-source.ts';
import { fileId } from './file-id.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { type Currencies, readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import { MAX_FILE_BYTES, type WantedFile, WrongFile } from './wanted.ts';
import { draftOfPage } from './web-page/draft-of-page.ts';

const MAX_PAGE_BYTES = 1_000_000;

/** Reads the file of an import; throws `WrongFile` for one that is not what it should be. */
export async function readWanted(ctx: SubgraphContext, transfer: OpenTransfer): Promise<WantedFile> {
  const file = await fileOf(ctx, transfer);
  if (file.length === 0) throw new WrongFile('The file is empty.');
  const { announcedSha256 } = transfer;
  if (announcedSha256 != null && createHash('sha256').update(file).digest('hex') !== announcedSha256)
    throw new WrongFile(
      'The file differs from what was announced: its SHA-256 digest is another. Upload it again.',
    );
  const text = textOf(file);
  return transfer.kind === 'csv' ? readCsv(text, await currenciesOf(ctx, transfer)) : readJson(text);
}

/**
 * The file as it is kept. What is fetched is fetched once: a page is kept as the draft that was read of it, so that what is applied
 * is what the host has looked at.
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

async function readPage(ctx: SubgraphContext, { storefrontId }: OpenTransfer, url: string): Promise<Buffer> {
  const page = await fetchSource(ctx, url, { most: MAX_PAGE_BYTES, accept: 'text/html' });
  const first = await reader(ctx).findOne(
    PropertyEntity,
    { storefront: storefrontId, archivedAt: null },
    { orderBy: { id: 'asc' } },
  );
  const around = { url, currency: first?.currency ?? null, timeZone: first?.timeZone ?? null };
  const draft = draftOfPage(page.toString('utf8'), around);
  return Buffer.from(`${JSON.stringify(draft, null, 2)}\n`);
}

/** The storefront's properties by the ids that files give them, with their currencies. */
async function currenciesOf(ctx: SubgraphContext, { storefrontId }: OpenTransfer): Promise<Currencies> {
  const rows = await reader(ctx).find(
    PropertyEntity,
    { storefront: storefrontId, archivedAt: null },
    { fields: ['id', 'externalId', 'currency'], orderBy: { id: 'asc' } },
  );
  return new Map(rows.map((row) => [fileId('property', row), row.currency]));
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch (error) {
    throw new WrongFile('The file is not text in UTF-8.', { cause: error });
  }
}
