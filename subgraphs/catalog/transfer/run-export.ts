import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inSnapshot, inTransaction } from '#db/transaction.ts';
import { keepPiece, PIECE_BYTES } from '../store/transfers.ts';
import { propertyIdsOf, readCurrent } from './current.ts';
import { FORMAT, FORMAT_VERSION } from './definition.ts';
import { describeForFile } from './describe.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { MAX_FILE_BYTES } from './wanted.ts';

/** Writes the file of an export: everything as it was at one moment, the same bytes for the same content. */
export async function runExport(ctx: SubgraphContext, { id, storefrontId }: OpenTransfer): Promise<void> {
  const ids = await propertyIdsOf(ctx, storefrontId);
  const properties = await inSnapshot(ctx, async (em) => {
    const texts: string[] = [];
    for (const propertyId of ids) {
      const current = await readCurrent(ctx, em, propertyId);
      if (current) texts.push(indented(JSON.stringify(describeForFile(current), null, 2)));
    }
    return texts;
  });
  const list = properties.length === 0 ? '[]' : `[\n${properties.join(',\n')}\n  ]`;
  const file = Buffer.from(
    `{\n  "format": "${FORMAT}",\n  "version": ${FORMAT_VERSION},\n  "properties": ${list}\n}\n`,
  );
  const tooLarge = file.length > MAX_FILE_BYTES;
  await inTransaction(ctx, async (em) => {
    const db = em.getKysely<unknown>();
    for (let n = 0; !tooLarge && n * PIECE_BYTES < file.length; n++)
      await keepPiece(db, id, n, file.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES));
    const problem = tooLarge ? 'The file would be larger than 20 MB: archive what you no longer sell.' : null;
    await sql`UPDATE catalog.transfer SET status = ${tooLarge ? 'failed' : 'done'}, problem = ${problem}::text,
      properties = ${properties.length} WHERE id = ${id}`.execute(db);
  });
}

/** A value of the list `properties`. */
const indented = (text: string): string => text.replace(/^/gm, '    ');
