import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

const tokenUnder = (key: Buffer, id: string) =>
  createHmac('sha256', key).update(`request ${id}`).digest('base64url');

/** The token of the mail that confirms a request: made of its id, so that none is stored. Of no use once the request is confirmed. */
export function requestToken({ vault }: Pick<SubgraphContext, 'vault'>, id: string): string {
  const [key] = vault.derive('booking-request');
  if (!key) throw new Error('There is no key to make a token under.');
  return tokenUnder(key, id);
}

/** Whether a token is the request's, under any of the keys. */
export const isRequestToken = (
  { vault }: Pick<SubgraphContext, 'vault'>,
  id: string,
  token: string,
): boolean => vault.derive('booking-request').some((key) => equalInConstantTime(tokenUnder(key, id), token));
