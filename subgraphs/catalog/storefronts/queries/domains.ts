import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { StorefrontDomainEntity, type StorefrontDomainRow } from '../../store/entities.ts';
import { readDomainName } from '../domain/domain-name.ts';
import { type DomainRecord, recordsOf } from '../domain/domain-records.ts';

/** A host's own domain as the API shows it. */
export interface StorefrontDomainRecord
  extends Pick<
    StorefrontDomainRow,
    | ('id' | 'domain' | 'status' | 'problem' | 'createdAt' | 'verifiedAt' | 'activeAt' | 'failingSince')
    | ('removedAt' | 'lastCheckedAt')
  > {
  readonly nextCheckAt: Date | null;
  readonly records: readonly DomainRecord[];
}

/** A row with the records that its host creates. */
export const describeDomain = (
  { config }: Pick<SubgraphContext, 'config'>,
  row: StorefrontDomainRow,
): StorefrontDomainRecord => ({
  id: row.id,
  domain: row.domain,
  status: row.status,
  problem: row.problem ?? null,
  createdAt: row.createdAt,
  verifiedAt: row.verifiedAt ?? null,
  activeAt: row.activeAt ?? null,
  failingSince: row.failingSince ?? null,
  removedAt: row.removedAt ?? null,
  lastCheckedAt: row.lastCheckedAt ?? null,
  nextCheckAt: row.status === 'removed' ? null : row.nextCheckAt,
  records: recordsOf(row, row.storefront.domain, config.storefrontAddresses),
});

/** Time for which a domain removed by the platform stays listed. */
const REMOVED_SHOWN_MS = 30 * 24 * 3_600_000;

/** A storefront's own domains, oldest first; those that the platform removed are included for a month. */
export async function domainsOfStorefront(
  ctx: SubgraphContext,
  storefrontId: number,
): Promise<readonly StorefrontDomainRecord[]> {
  return (await domainsByStorefront(ctx, storefrontId)) ?? [];
}

const domainsByStorefront = batch<number, readonly StorefrontDomainRecord[]>(async (ctx, ids) => {
  const since = new Date(ctx.clock.now().getTime() - REMOVED_SHOWN_MS);
  const rows = await reader(ctx).find(
    StorefrontDomainEntity,
    {
      storefront: { $in: [...ids] },
      $or: [{ status: { $ne: 'removed' } }, { problem: { $ne: null }, removedAt: { $gte: since } }],
    },
    { populate: ['storefront'], orderBy: { id: 'asc' }, limit: MOST_SHOWN * ids.length },
  );
  const byStorefront = Map.groupBy(rows, ({ storefront }) => storefront.id);
  return new Map(
    [...byStorefront].map(([id, own]) => [id, shown(own).map((row) => describeDomain(ctx, row))]),
  );
});

/** Hides a removed domain if it was added again. */
function shown(rows: readonly StorefrontDomainRow[]): readonly StorefrontDomainRow[] {
  const open = new Set(rows.filter(({ status }) => status !== 'removed').map(({ domain }) => domain));
  return rows.filter(({ status, domain }) => status !== 'removed' || !open.has(domain));
}

const MOST_SHOWN = 50;

/**
 * True if a certificate may be issued for a host name: an active domain, or a storefront's address under the
 * platform's domain.
 */
export async function certificateAllowed(ctx: SubgraphContext, text: string): Promise<boolean> {
  const { name } = readDomainName(text, []);
  if (name === undefined || !(await ctx.services.catalog.directory.byDomain(name))) return false;
  const { rows } = await sql`
    SELECT FROM catalog.storefront_domain WHERE domain = ${name} AND status = 'active'
    UNION ALL SELECT FROM catalog.storefront WHERE domain = ${name}`.execute(statements(ctx));
  return rows.length > 0;
}
