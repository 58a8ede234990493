import type { SubgraphContext } from '#db/context.ts';
import type { ChannelConnectionRow } from '../../store/entities.ts';
import { ChannelProducts } from '../domain/channel-answers.ts';
import { roomsOfConnection } from '../queries/channel-connections.ts';
import { askChannel } from './ask-channel.ts';

/** Requests the rooms on a connection's channel from its app; `CHANNEL_FAILED` if the app doesn't return them. */
export async function askProducts(
  ctx: SubgraphContext,
  {
    id,
    installId,
    channelPropertyId,
    property,
  }: Pick<ChannelConnectionRow, 'id' | 'installId' | 'channelPropertyId' | 'property'>,
) {
  return askChannel(ctx, {
    installId,
    endpoint: 'channel_products',
    propertyId: property.id,
    connectionId: id,
    rooms: (await roomsOfConnection(ctx, id)) ?? [],
    body: { connection_id: id, channel_property_id: channelPropertyId },
    answer: ChannelProducts,
  });
}
