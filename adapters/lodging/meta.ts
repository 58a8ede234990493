import { z } from 'zod';
import { metaOfReading } from '../mcp/ucp/fields.ts';

const agent = metaOfReading.unwrap().shape['ucp-agent'];
const key = z.guid('must be a UUID').meta({
  description: 'A UUID: a new one for each request, the same one for retries.',
  examples: ['550e8400-e29b-41d4-a716-446655440000'],
});

/** `meta` for tools that change a session. */
export const meta = z.object({ 'ucp-agent': agent, 'idempotency-key': key.optional() }).optional();

/** `meta` for tools that need a key. */
export const metaWithKey = z.object({ 'ucp-agent': agent, 'idempotency-key': key });
