import type { Codec } from '../codec.ts';
import { acp20260417 as newer } from './2026-04-17.ts';

/**
 * ACP 2026-01-30: like 2026-04-17, but without `messages[].resolution` and `supported_versions`, and with a
 * separate error type for idempotency violations, all 409.
 */
export const acp20260130 = {
  version: '2026-01-30',
  session(checkout, storefront) {
    const session = newer.session(checkout, storefront);
    return { ...session, messages: session.messages.map(({ resolution: _, ...message }) => message) };
  },
  error(error) {
    const { status, body } = newer.error(error);
    const { supported_versions: _, ...known } = body;
    if (!error.code.startsWith('idempotency_')) return { status, body: known };
    return { status: 409, body: { ...known, type: 'request_not_idempotent' } };
  },
} as const satisfies Codec;
