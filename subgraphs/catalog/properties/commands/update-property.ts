import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { clearedOfProperty, differing, readPropertyContent } from '../../domain/content-change.ts';
import { mistaken, userError } from '../../errors.ts';
import type { PropertyUpdateInput } from '../../generated.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import { changeWords } from '../../store/change-words.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { orTaken } from '../../store/or-taken.ts';
import { describeProperty } from '../../store/records.ts';
import { changed, mistakesInProperty } from '../domain/property-change.ts';
import type { WrittenProperty } from './set-property-custom-field.ts';

/**
 * Edits a team's property: applies every given field, or none and returns all the reasons. Currency and time
 * zone are fixed once a stay has been held there; the nights are locked during that check, so no hold can
 * slip in. Publishes `property.updated` on a change. See docs/interface/catalog.md#editing.
 */
export function updateProperty(ctx: SubgraphContext, input: PropertyUpdateInput): Promise<WrittenProperty> {
  return orTaken(
    () => edit(ctx, input),
    () => refused([userError('TAKEN', 'externalId', EXTERNAL_ID_TAKEN)]),
  );
}

/** The reason a property can't have an external id. */
const EXTERNAL_ID_TAKEN = 'Another of the storefront’s properties has this external id.';

function edit(ctx: SubgraphContext, { id, ...change }: PropertyUpdateInput): Promise<WrittenProperty> {
  const teamId = teamOf(ctx.viewer);
  const { content, mistakes: unreadable } = readPropertyContent(change);
  return inTransaction(ctx, async (em): Promise<WrittenProperty> => {
    const property = await em.findOne(
      PropertyEntity,
      { $and: [{ id: parseId(id) ?? 0 }, ownProperty(ctx.viewer)] },
      // Locks only the property: a hold references the storefront's row while waiting for the nights locked
      // here.
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
    );
    if (!property) return refused([userError('NOT_FOUND', 'id', 'There is no such property.')]);
    if (property.archivedAt)
      return refused([userError('ARCHIVED', 'id', 'An archived property cannot be changed.')]);
    const mistakes = [...mistakesInProperty(change), ...unreadable];
    if (mistakes.length > 0) {
      return refused(mistakes.map(mistaken));
    }
    const { name, currency, timeZone, manualCheckIn } = change;
    const set = {
      ...changed({ name, currency, timeZone, manualCheckIn }, property),
      ...differing({ ...content, ...clearedOfProperty(change) }, property),
    };
    const fixed = (['currency', 'timeZone'] as const).filter((field) => field in set);
    if (fixed.length > 0 && (await wasBooked(em, property.id))) {
      return refused(
        fixed.map((field) => userError('IN_USE', field, `${FIXED[field]} Create a new property.`)),
      );
    }
    if (Object.keys(set).length === 0) return { property: describeProperty(property), userErrors: [] };
    const subject = property.name;
    em.assign(property, set);
    await em.flush();
    await em.refresh(property); // the database records the change and its time
    await publishProperty(ctx, em, teamId, property);
    await recordUnlessRepeated(ctx, em, teamId, {
      kind: 'property.updated',
      subject,
      change: changeWords(set),
    });
    return { property: describeProperty(property), userErrors: [] };
  });
}

const FIXED = {
  currency: 'The currency cannot change after the first booking.',
  timeZone: 'The time zone cannot change after the first booking.',
} as const;

const refused = (userErrors: WrittenProperty['userErrors']): WrittenProperty => ({
  property: null,
  userErrors,
});

/**
 * True if a stay has ever been held at a property. Checked before locking, and again once no hold can slip
 * in.
 */
async function wasBooked(em: Transaction, propertyId: number): Promise<boolean> {
  const db = statements(em);
  const look = async () => {
    const { rows } = await sql`
      SELECT FROM catalog.property p
      JOIN catalog.stay_holds h ON h.storefront_id = p.storefront_id
        AND h.unit_type_ids && ARRAY(SELECT u.id FROM catalog.unit_type u WHERE u.property_id = p.id)
      WHERE p.id = ${propertyId} LIMIT 1`.execute(db);
    return rows.length > 0;
  };
  if (await look()) return true;
  // Unit types before nights, each in order, like every unit type edit; holds lock only nights.
  await sql`SELECT FROM catalog.unit_type WHERE property_id = ${propertyId} ORDER BY id FOR UPDATE`.execute(
    db,
  );
  await sql`
    SELECT FROM catalog.night n
    WHERE n.unit_type_id IN (SELECT u.id FROM catalog.unit_type u WHERE u.property_id = ${propertyId})
    ORDER BY n.unit_type_id, n.night FOR UPDATE`.execute(db);
  return look();
}
