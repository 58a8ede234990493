import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { PropertyRow } from '../store/entities.ts';

/** Publishes a property's change, in the transaction that makes it. See docs/interface/webhooks.md#topics. */
export function publishProperty(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  { id, version, guestReady }: Pick<PropertyRow, 'id' | 'version' | 'guestReady'>,
): Promise<void> {
  return publish(ctx, em, 'property.updated', { teamId, propertyId: id, version, guestReady });
}
