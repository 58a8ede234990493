import type { SubgraphContext } from '#db/context.ts';
import { hashToken } from '#kit/secrets.ts';
import { feedUrlRow } from '../../storefronts/store/sealed-rows.ts';

/** The address of a feed as it is kept: hashed to be found by, sealed because who has it reads the other platform's calendar. */
export function feedAddress({ vault }: Pick<SubgraphContext, 'vault'>, url: string) {
  const urlHash = hashToken(url);
  return { urlHash, urlSealed: vault.seal(url, feedUrlRow(urlHash)) };
}
