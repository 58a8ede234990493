import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { missingOf, type ReadinessFacts, type ReadinessItem, readinessOf } from '../domain/readiness.ts';

/** A storefront with what its readiness requires of payments. */
export type StorefrontToOpen = Pick<ReadinessFacts, 'hasWayToPay'> & { readonly id: number };

/** What a storefront needs before it can go live, as things are now. */
export async function storefrontReadiness(
  ctx: SubgraphContext,
  { id, hasWayToPay }: StorefrontToOpen,
): Promise<{ readonly items: readonly ReadinessItem[]; readonly ready: boolean }> {
  const items = await readReadiness(statements(ctx), id, { hasWayToPay });
  return { items, ready: missingOf(items).length === 0 };
}

/** The same in a transaction, which may be about to write the policy pages. Payments knows the ways to pay. */
export async function readReadiness(
  db: Kysely<unknown>,
  storefrontId: number,
  known: Pick<ReadinessFacts, 'hasWayToPay'> & Partial<Pick<ReadinessFacts, 'policies'>>,
): Promise<readonly ReadinessItem[]> {
  const { rows } = await sql<Omit<ReadinessFacts, 'storefrontId' | 'hasWayToPay'>>`
    WITH sold AS (
      SELECT p.id, p.address, bool_or(EXISTS (
        SELECT FROM catalog.media m
        WHERE m.id = ANY (p.media_ids || u.media_ids) AND m.status = 'ready' AND m.removed_at IS NULL)) AS has_photo
      FROM catalog.property p
      JOIN catalog.unit_type u ON u.property_id = p.id AND u.active AND u.units > 0 AND u.base_rate > 0
      WHERE p.storefront_id = ${storefrontId} AND p.archived_at IS NULL GROUP BY p.id
    )
    SELECT
      (SELECT min(p.id) FROM catalog.property p
        WHERE p.storefront_id = s.id AND p.archived_at IS NULL) AS "propertyId",
      EXISTS (SELECT FROM sold) AS "sellsSomething",
      EXISTS (SELECT FROM sold) AND NOT EXISTS (
        SELECT FROM sold WHERE address->>'locality' IS NULL OR address->>'country' IS NULL) AS "hasAddresses",
      EXISTS (SELECT FROM sold) AND NOT EXISTS (SELECT FROM sold WHERE NOT has_photo) AS "hasPhotos",
      s.cancellation_policy_id IS NOT NULL AS "hasCancellation",
      ARRAY(SELECT page->>'kind' FROM jsonb_array_elements(s.policies) AS page) AS policies
    FROM catalog.storefront s WHERE s.id = ${storefrontId}`.execute(db);
  const [facts] = rows;
  return facts ? readinessOf({ ...facts, ...known, storefrontId }) : [];
}
