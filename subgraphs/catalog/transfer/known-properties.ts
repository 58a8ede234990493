import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { PropertyEntity } from '../store/entities.ts';
import { fileId } from './file-id.ts';

/** Ids of a storefront's properties by the ids that files give them; a host's own id comes before one made of ours. */
export async function knownProperties(
  ctx: Pick<SubgraphContext, 'db'>,
  storefrontId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader(ctx).find(
    PropertyEntity,
    { storefront: storefrontId },
    { fields: ['id', 'externalId'], orderBy: { id: 'asc' } },
  );
  const ordered = [...rows].sort((a, b) => Number(a.externalId != null) - Number(b.externalId != null));
  return new Map(ordered.map((row) => [fileId('property', row), row.id]));
}
