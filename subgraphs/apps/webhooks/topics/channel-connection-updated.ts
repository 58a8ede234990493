import { z } from 'zod';
import { id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const ConnectedChannel = z.object({
  type: z.literal('channel_connection'),
  id: id.describe('Same as `ConnectedChannel.id` in GraphQL.'),
  version,
  property_id: id,
  status: z.enum(['testing', 'mapped', 'active', 'degraded', 'paused', 'disconnected']),
});

export const channelConnectionUpdated = defineTopic('channel_connection.updated', {
  when: 'A host connected a property to the app’s channel, or changed, paused or ended a connection; the channel accepted all nights for the first time; or a connection became degraded or recovered. Only that app receives it.',
  resource: ConnectedChannel,
  describe: ({ connectionId, version, propertyId, status }) => ({
    type: 'channel_connection' as const,
    id: connectionId,
    version,
    property_id: propertyId,
    status,
  }),
  onlyFor: ({ app }) => app,
  trigger: {
    how: 'Connect a property to the app’s channel with channelConnectionCreate, or pause a connection.',
  },
});
