import { z } from 'zod';
import type { InjectionEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

/** An injection as its app's webhooks describe it. */
export const Injection = z.object({
  type: z.literal('injection'),
  id: id.describe('Same as the claim `placement` of its session tokens.'),
  version,
  storefront_id: id,
  handle: z.string().describe('As in the manifest.'),
  target: z.string().describe('Its place, for example `stay.bottom`.'),
  status: z.enum(['draft', 'published', 'suspended', 'gone']),
});

export const describeInjection = ({
  placementId,
  version: counted,
  storefrontId,
  handle,
  target,
  status,
}: InjectionEvent) => ({
  type: 'injection' as const,
  id: placementId,
  version: counted,
  storefront_id: storefrontId,
  handle,
  target,
  status,
});
