import { createHmac } from 'node:crypto';

/**
 * Returns the hex HMAC-SHA256 of `{timestamp}.{body}`, the signed string for webhooks, payment-session
 * requests and signed ACP calls.
 */
export function signTimestamped(secret: string, timestamp: string | number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** Returns the value for `X-Platform-Timestamp`: whole seconds since 1970. */
export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
