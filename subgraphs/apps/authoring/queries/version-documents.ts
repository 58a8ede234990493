import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** A registered document. */
export interface VersionDocument {
  readonly id: string;
  readonly text: string;
}

/** Returns the documents that a version registered, for requests by id. */
export async function findVersionDocuments(
  ctx: SubgraphContext,
  version: number,
): Promise<readonly VersionDocument[]> {
  const found = await tables(reader(ctx))
    .selectFrom('app_versions')
    .select('documents')
    .where('id', '=', version)
    .executeTakeFirst();
  return Object.entries(found?.documents ?? {}).map(([id, text]) => ({ id, text }));
}
