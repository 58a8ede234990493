import { createHmac } from 'node:crypto';
import type { Sent } from './deliver.ts';

/**
 * Signs the delivery's headers for the current time, as the platform does for every attempt: same body and
 * event id, new timestamp and signature, plus the Standard Webhooks headers if the delivery had them. Docs:
 * docs/reference/webhook-topics.md#signature.
 */
export function signAfresh(sent: Sent, secret: string, now = new Date()): Sent {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hex = createHmac('sha256', secret).update(`${timestamp}.${sent.body}`).digest('hex');
  const headers = {
    ...sent.headers,
    'X-Platform-Timestamp': timestamp,
    'X-Platform-Signature': `sha256=${hex}`,
  };
  if (sent.headers['webhook-id'] === undefined) return { ...sent, headers };
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${sent.headers['webhook-id']}.${timestamp}.${sent.body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  const standard = { 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { ...sent, headers: { ...headers, ...standard } };
}
