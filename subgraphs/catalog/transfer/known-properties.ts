import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { PropertyEntity } from '../store/entities.ts';
import { fileId } from './file-id.ts';

/**
 * A storefront's property ids by their ids in files; a host's own id takes precedence over an id derived from
 * ours.
 */
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
