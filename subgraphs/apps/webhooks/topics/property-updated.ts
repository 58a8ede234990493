import { z } from 'zod';
import { id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const Property = z.object({
  type: z.literal('property'),
  id,
  version,
  guest_ready: z.boolean().describe('True if the property is clean and ready for its next guest.'),
});

export const propertyUpdated = defineTopic('property.updated', {
  when: 'A property was edited, its guest-readiness changed, or an app wrote a custom field on it.',
  resource: Property,
  describe: ({ propertyId, version, guestReady }) => ({
    type: 'property' as const,
    id: propertyId,
    version,
    guest_ready: guestReady,
  }),
  trigger: { how: 'Your app can cause it: call propertySetCustomField, or complete a cleaning there.' },
});
