import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

const tokenUnder = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`request ${id}`).digest('base64url');

/**
 * Returns the token in a request's confirmation email. It's derived from the id, so it isn't stored, and is
 * useless after the confirmation.
 */
export function requestToken({ vault }: Pick<SubgraphContext, 'vault'>, id: string): string {
  const [key] = vault.derive('booking-request');
  if (!key) throw new Error('There is no key to create a token with.');
  return tokenUnder(key, id);
}

/** True if the token belongs to the request, under any key. */
export const isRequestToken = (
  { vault }: Pick<SubgraphContext, 'vault'>,
  id: string,
  token: string,
): boolean => vault.derive('booking-request').some((key) => equalInConstantTime(tokenUnder(key, id), token));
