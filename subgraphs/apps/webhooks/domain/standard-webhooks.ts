import { createHmac } from 'node:crypto';
import { PREFIX } from '../../identity/domain/tokens.ts';

interface Signed {
  readonly eventId: string;
  readonly body: string;
}

/**
 * Returns a signature as defined by the Standard Webhooks specification. The secret is base64 after its
 * prefix; the signed text is `{id}.{timestamp}.{body}`. Docs: docs/reference/webhook-topics.md#signature.
 */
export function standardSignature(secret: string, { eventId, body }: Signed, timestamp: number): string {
  const key = Buffer.from(secret.slice(PREFIX.webhookSecret.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
}

/** Returns Standard Webhooks headers, for apps that request them with `[delivery] standard_webhooks = true`. */
export const standardHeaders = (
  secret: string,
  signed: Signed,
  timestamp: number,
): Readonly<Record<string, string>> => ({
  'webhook-id': signed.eventId,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': standardSignature(secret, signed, timestamp),
});
