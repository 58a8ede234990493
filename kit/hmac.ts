import { createHmac } from 'node:crypto';

/** Hex HMAC-SHA256 of `{timestamp}.{body}`: the signed string of webhooks, payment-session requests and signed ACP calls. */
export function signTimestamped(secret: string, timestamp: string | number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** The value of `X-Platform-Timestamp`: whole seconds since 1970. */
export const unixSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);
