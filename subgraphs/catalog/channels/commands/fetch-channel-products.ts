import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { NO_CONNECTION } from '../../errors.ts';
import type { ChannelProductsPayload } from '../../generated.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { askProducts } from '../operations/ask-products.ts';

/** Requests the channel's rooms from a connection's app. See docs/interface/channels.md#connecting. */
export async function fetchChannelProducts(
  ctx: SubgraphContext,
  id: string,
): Promise<ChannelProductsPayload> {
  const connection = await reader(ctx).findOne(ChannelConnectionEntity, {
    id: parseId(id) ?? 0,
    property: ownProperty(ctx.viewer),
    status: { $ne: 'disconnected' },
  });
  if (!connection) return { products: null, userErrors: [NO_CONNECTION] };
  const asked = await askProducts(ctx, connection);
  if ('refusal' in asked) return { products: null, userErrors: [asked.refusal] };
  const products = asked.answer.rooms.map(({ id: channelRoomId, name, rates = [] }) => ({
    channelRoomId,
    name,
    rates: rates.map(({ id, name: called }) => ({ channelRateId: id, name: called })),
  }));
  return { products, userErrors: [] };
}
