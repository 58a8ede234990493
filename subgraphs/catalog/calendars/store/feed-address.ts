import type { SubgraphContext } from '#db/context.ts';
import { hashToken } from '#kit/secrets.ts';
import { feedUrlRow } from '../../storefronts/store/sealed-rows.ts';

/**
 * A feed's address in storage: hashed for lookup, and sealed because the address gives access to the other
 * platform's calendar.
 */
export function feedAddress({ vault }: Pick<SubgraphContext, 'vault'>, url: string) {
  const urlHash = hashToken(url);
  return { urlHash, urlSealed: vault.seal(url, feedUrlRow(urlHash)) };
}
