import { z } from 'zod';
import { id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const Storefront = z.object({
  type: z.literal('storefront'),
  id,
  version,
  status: z.enum(['draft', 'live', 'paused', 'closed']),
  domains: z.array(z.string()).describe('The storefront’s host names; the platform’s own is first.'),
});

export const storefrontUpdated = defineTopic('storefront.updated', {
  when: 'A storefront’s settings or status changed, or one of its own domains started or stopped pointing to it.',
  resource: Storefront,
  describe: ({ storefrontId, version, status, domains }) => ({
    type: 'storefront' as const,
    id: storefrontId,
    version,
    status,
    domains: [...domains],
  }),
  trigger: { how: 'Change a setting on the storefront’s page in the panel.' },
});
