import { z } from 'zod';
import type { ContactEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

export const Contact = z.object({
  type: z.literal('contact'),
  id: id.describe('Same as `Contact.id` in GraphQL.'),
  version,
});

export const describeContact = ({ contactId, version }: ContactEvent): z.output<typeof Contact> => ({
  type: 'contact',
  id: contactId,
  version,
});
