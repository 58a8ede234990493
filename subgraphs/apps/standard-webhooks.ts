import { createHmac } from 'node:crypto';
import { PREFIX } from './domain/tokens.ts';

/**
 * Headers of the Standard Webhooks specification, for apps that ask for them with `[delivery] standard_webhooks = true`. The
 * secret is base64 behind its prefix; the signed text is `{id}.{timestamp}.{body}` (docs/interface/webhooks.md#signature).
 */
export function standardHeaders(
  secret: string,
  { eventId, body }: { readonly eventId: string; readonly body: string },
  timestamp: number,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.webhookSecret.length), 'base64');
  const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
