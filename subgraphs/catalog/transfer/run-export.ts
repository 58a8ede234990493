import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inSnapshot, inTransaction, statements } from '#db/transaction.ts';
import { MEDIA_WIDTHS } from '#schema/limits.ts';
import { mediaUrl } from '../media/queries/media.ts';
import { propertyIdsOf, readCurrent } from './current.ts';
import type { CurrentPhoto } from './current-photos.ts';
import { currentPolicies, describePolicies } from './current-policies.ts';
import { FORMAT, FORMAT_VERSION } from './definition.ts';
import { describeForFile } from './describe.ts';
import { openProgress } from './note-progress.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { keepPiece, PIECE_BYTES } from './store/transfers.ts';
import { exportedSetup } from './team-setup/run.ts';
import { MAX_FILE_BYTES } from './wanted.ts';

/** Photos are referenced in the largest stored size. */
const LARGEST_WIDTH = MEDIA_WIDTHS.at(-1) ?? 0;

/** Writes an export's file: a consistent snapshot, with the same bytes for the same content. */
export async function runExport(ctx: SubgraphContext, transfer: OpenTransfer): Promise<void> {
  const { id, storefrontId } = transfer;
  const ids = await propertyIdsOf(ctx, storefrontId);
  const urlOf = (photo: CurrentPhoto) => mediaUrl(ctx, photo, LARGEST_WIDTH) ?? '';
  const progress = await openProgress(ctx, id, ids.length);
  const { texts: properties, policies } = await inSnapshot(ctx, async (em) => {
    const texts: string[] = [];
    for (const propertyId of ids) {
      const current = await readCurrent(ctx, em, propertyId);
      if (current) texts.push(indented(JSON.stringify(describeForFile(current, urlOf), null, 2)));
      progress(texts.length);
    }
    return { texts, policies: describePolicies(await currentPolicies(em, storefrontId)) };
  });
  const setup = await exportedSetup(ctx, transfer);
  const sections = [
    sectionOf('cancellationPolicies', policies),
    listOf('properties', properties),
    ...Object.entries(setup).map(([name, parts]) => sectionOf(name, parts)),
  ];
  const file = Buffer.from(
    `{\n  "format": "${FORMAT}",\n  "version": ${FORMAT_VERSION},\n${sections.filter((section) => section !== null).join(',\n')}\n}\n`,
  );
  const tooLarge = file.length > MAX_FILE_BYTES;
  await inTransaction(ctx, async (em) => {
    const db = statements(em);
    for (let n = 0; !tooLarge && n * PIECE_BYTES < file.length; n++)
      await keepPiece(db, id, n, file.subarray(n * PIECE_BYTES, (n + 1) * PIECE_BYTES));
    const problem = tooLarge ? 'The file would be larger than 20 MB. Archive what you no longer sell.' : null;
    await sql`UPDATE catalog.transfer SET status = ${tooLarge ? 'failed' : 'done'}, problem = ${problem}::text,
      properties = ${properties.length}, applied = ${properties.length} WHERE id = ${id}`.execute(db);
  });
}

/** A section in the file; null if it's empty. */
const sectionOf = (name: string, parts: readonly object[]): string | null =>
  parts.length === 0
    ? null
    : listOf(
        name,
        parts.map((part) => indented(JSON.stringify(part, null, 2))),
      );

/** A list in the file, from indented values. */
const listOf = (name: string, values: readonly string[]): string =>
  `  "${name}": ${values.length === 0 ? '[]' : `[\n${values.join(',\n')}\n  ]`}`;

/** A list's value. */
const indented = (text: string): string => text.replace(/^/gm, '    ');
