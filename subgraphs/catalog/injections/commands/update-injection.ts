import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_OFF_PROPERTIES } from '#schema/limits.ts';
import { NO_PLACEMENT, userError } from '../../errors.ts';
import type { InjectionUpdateInput } from '../../generated.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { moved } from '../domain/injections.ts';
import { lockPlaced, ownPlacement, type PlacementPayload, record, refuse } from '../store/injections.ts';

/** Changes a placement's order at its target, or the properties it is hidden on. */
export async function updateInjection(
  ctx: SubgraphContext,
  { id, position, offPropertyIds }: InjectionUpdateInput,
): Promise<PlacementPayload> {
  const off = offPropertyIds && [...new Set(offPropertyIds.map((one) => parseId(one) ?? 0))];
  const payload = await inTransaction(ctx, async (em): Promise<PlacementPayload> => {
    const found = await ownPlacement(em, ctx.viewer, id);
    if (!found) return refuse(NO_PLACEMENT);
    const { storefront } = found;
    const there = await lockPlaced(em, storefront.id);
    const placement = there.find((one) => one.id === found.id);
    if (!placement) return refuse(NO_PLACEMENT);
    if (off && off.length > MAX_OFF_PROPERTIES)
      return refuse(
        userError('INVALID', 'offPropertyIds', `You can leave out at most ${MAX_OFF_PROPERTIES} properties.`),
      );
    if (off && (await em.count(PropertyEntity, { id: off, storefront })) < off.length)
      return refuse(userError('NOT_FOUND', 'offPropertyIds', 'This storefront has no such property.'));
    if (position != null && (position < 0 || !Number.isSafeInteger(position)))
      return refuse(userError('INVALID', 'position', 'A position can’t be below 0.'));
    if (position != null) {
      const beside = there.filter(({ target }) => target === placement.target);
      const order = moved(
        beside.map((one) => one.id),
        placement.id,
        position,
      );
      for (const one of beside) one.position = order.indexOf(one.id);
    }
    if (off) placement.offPropertyIds = off;
    placement.version += 1;
    placement.updatedAt = ctx.clock.now();
    await em.flush();
    const subject = `${placement.name}, ${placement.appName}`;
    await recordTeamEvent(ctx, em, [placement.teamId], { kind: 'injection.updated', subject });
    return { placement: record(placement, storefront), userErrors: [] };
  });
  if (payload.placement) ctx.services.catalog.changes.announce(payload.placement.storefront.id);
  return payload;
}
