import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { SERVING } from '../domain/domain-state.ts';
import { statusOf } from '../domain/storefront-status.ts';

interface ChangedStorefront {
  readonly teamId: number;
  readonly version: number;
  readonly openedAt: Date | null;
  readonly closedAt: Date | null;
  readonly maintenance: boolean;
  readonly suspendedAt: Date | null;
  readonly domains: readonly string[];
}

/**
 * Publishes `storefront.updated`, in the transaction that changed the storefront or one of its domains, after what it wrote. See
 * docs/interface/webhooks.md#topics.
 */
export async function publishStorefront(
  ctx: SubgraphContext,
  em: Transaction,
  storefrontId: number,
): Promise<void> {
  const { rows } = await sql<ChangedStorefront>`
    UPDATE catalog.storefront s SET version = s.version + 1 WHERE s.id = ${storefrontId}
    RETURNING s.team_id AS "teamId", s.version, s.opened_at AS "openedAt", s.closed_at AS "closedAt", s.maintenance,
      s.suspended_at AS "suspendedAt",
      array_prepend(s.domain, ARRAY(SELECT d.domain FROM catalog.storefront_domain d
        WHERE d.storefront_id = s.id AND d.status = ANY (${[...SERVING]}::text[]) ORDER BY d.id)) AS domains`.execute(
    em.getKysely<unknown>(),
  );
  for (const { teamId, version, domains, ...lifetime } of rows) {
    const status = statusOf(lifetime);
    await publish(ctx, em, 'storefront.updated', { teamId, storefrontId, version, status, domains });
  }
}
