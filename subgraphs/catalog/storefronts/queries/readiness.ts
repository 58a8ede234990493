import { type Kysely, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { missingOf, type ReadinessFacts, type ReadinessItem, readinessOf } from '../domain/readiness.ts';

/** A storefront with the payment facts for its readiness. */
export type StorefrontToOpen = Pick<ReadinessFacts, 'hasWayToPay'> & { readonly id: number };

/** A storefront's current requirements for going live. */
export async function storefrontReadiness(
  ctx: SubgraphContext,
  { id, hasWayToPay }: StorefrontToOpen,
): Promise<{ readonly items: readonly ReadinessItem[]; readonly ready: boolean }> {
  const facts = await contentOf(ctx, id);
  const items = facts ? readinessOf({ ...facts, hasWayToPay }) : [];
  return { items, ready: missingOf(items).length === 0 };
}

/**
 * The same requirements, read in a transaction that may be about to write the policy pages. The payments
 * subgraph provides the payment methods.
 */
export async function readReadiness(
  db: Kysely<unknown>,
  storefrontId: number,
  known: Pick<ReadinessFacts, 'hasWayToPay'> & Partial<Pick<ReadinessFacts, 'policies'>>,
): Promise<readonly ReadinessItem[]> {
  const [facts] = await readContent(db, [storefrontId]);
  return facts ? readinessOf({ ...facts, ...known }) : [];
}

/** Facts from the catalog itself. */
type Content = Omit<ReadinessFacts, 'hasWayToPay'>;

const contentOf = batch<number, Content>(async (ctx, ids) => {
  const rows = await readContent(statements(ctx), ids);
  return new Map(rows.map((row) => [row.storefrontId, row]));
});

async function readContent(db: Kysely<unknown>, ids: readonly number[]): Promise<readonly Content[]> {
  const { rows } = await sql<Content>`
    WITH sold AS (
      SELECT p.id, p.storefront_id, p.address, bool_or(EXISTS (
        SELECT FROM catalog.media m
        WHERE m.id = ANY (p.media_ids || u.media_ids) AND m.status = 'ready' AND m.removed_at IS NULL)) AS has_photo,
        bool_or(r.payment_mode IS DISTINCT FROM 'at_property') AS prepaid
      FROM catalog.property p
      JOIN catalog.unit_type u ON u.property_id = p.id AND u.active AND u.units > 0 AND u.base_rate > 0
      LEFT JOIN catalog.rate_plan r ON r.id = u.rate_plan_id
      WHERE p.storefront_id = ANY (${[...ids]}::integer[]) AND p.archived_at IS NULL GROUP BY p.id
    )
    SELECT s.id AS "storefrontId",
      (SELECT min(p.id) FROM catalog.property p
        WHERE p.storefront_id = s.id AND p.archived_at IS NULL) AS "propertyId",
      sold.something AS "sellsSomething",
      sold.without_address AS "withoutAddress",
      sold.without_photo AS "withoutPhoto",
      sold.prepaid,
      s.cancellation_policy_id IS NOT NULL AS "hasCancellation",
      ARRAY(SELECT page->>'kind' FROM jsonb_array_elements(s.policies) AS page) AS policies
    FROM catalog.storefront s
    CROSS JOIN LATERAL (
      SELECT count(*) > 0 AS something, min(id) FILTER (WHERE NOT has_photo) AS without_photo,
        coalesce(bool_or(prepaid), true) AS prepaid,
        min(id) FILTER (WHERE address->>'locality' IS NULL OR address->>'country' IS NULL) AS without_address
      FROM sold WHERE sold.storefront_id = s.id
    ) sold
    WHERE s.id = ANY (${[...ids]}::integer[])`.execute(db);
  return rows;
}
