import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { readPropertyContent } from '../../domain/content-change.ts';
import { mistaken, userError } from '../../errors.ts';
import type { PropertyCreateInput } from '../../generated.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import { PropertyEntity, StorefrontEntity } from '../../store/entities.ts';
import { describeProperty } from '../../store/records.ts';
import { mistakesInProperty } from '../domain/property-change.ts';
import type { WrittenProperty } from './set-property-custom-field.ts';

/** Maximum active properties per storefront. */
const MOST_PROPERTIES = 1_000;

/**
 * Adds a property to a team's storefront, or returns the existing property with the given external id. Locks
 * the storefront, so that a concurrent second call finds the first call's property; holds aren't blocked.
 * Publishes `property.updated`. See docs/interface/catalog.md#adding.
 */
export async function createProperty(
  ctx: SubgraphContext,
  input: PropertyCreateInput,
): Promise<WrittenProperty> {
  const { storefrontId, name, currency, timeZone, ...given } = input;
  const { content, mistakes: unreadable } = readPropertyContent(given);
  const mistakes = [...mistakesInProperty({ name, currency, timeZone }), ...unreadable];
  if (mistakes.length > 0) return refused(mistakes.map(mistaken));
  const teamId = teamOf(ctx.viewer);
  const made = await inTransaction(ctx, async (em) => {
    const storefront = await lockStorefront(em, teamId, storefrontId ?? null);
    if (storefront === null) return refused([noStorefront(storefrontId ?? null)]);
    if (content.externalId) {
      const there = await em.findOne(PropertyEntity, { storefront, externalId: content.externalId });
      if (there) return { property: describeProperty(there), userErrors: [], storefront: null };
    }
    if ((await em.count(PropertyEntity, { storefront, archivedAt: null })) >= MOST_PROPERTIES) {
      const most = `A storefront can have at most ${MOST_PROPERTIES} properties.`;
      return refused([userError('LIMIT_REACHED', 'storefrontId', most)]);
    }
    const property = em.create(PropertyEntity, {
      ...content,
      name,
      currency,
      timeZone,
      customFields: [],
      storefront: em.getReference(StorefrontEntity, storefront),
    });
    await em.flush();
    await em.refresh(property); // the database sets its creation time
    await publishProperty(ctx, em, teamId, property);
    await recordUnlessRepeated(ctx, em, teamId, { kind: 'property.created', subject: name });
    return { property: describeProperty(property), userErrors: [], storefront };
  });
  const { storefront, ...payload } = made;
  if (storefront !== null) ctx.services.catalog.changes.announce(storefront, payload.property?.id ?? null);
  return payload;
}

/** The team's storefront with this id, or its oldest open one outside the sandbox, locked; null if not found. */
async function lockStorefront(em: Transaction, teamId: number, id: string | null): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM catalog.storefront
    WHERE team_id = ${teamId} AND closed_at IS NULL
      AND ${id === null ? sql`NOT sandbox` : sql`id = ${parseId(id) ?? 0}`}
    ORDER BY id LIMIT 1 FOR NO KEY UPDATE`.execute(statements(em));
  return rows[0]?.id ?? null;
}

const noStorefront = (id: string | null) =>
  id === null
    ? userError('NOT_FOUND', 'storefrontId', 'This team has no storefront to sell it. Open one first.')
    : userError('NOT_FOUND', 'storefrontId', 'There is no such storefront, or it is closed.');

const refused = (userErrors: WrittenProperty['userErrors']) => ({
  property: null,
  userErrors,
  storefront: null,
});
