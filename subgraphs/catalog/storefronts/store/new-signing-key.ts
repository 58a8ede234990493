import { generateKeyPairSync } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { newUuid } from '#kit/ids.ts';
import { signingKeyRow } from './sealed-rows.ts';

/**
 * A P-256 key pair (docs/interface/storefronts.md#profile): the public coordinates, and the private half
 * sealed in the context of its kid.
 */
export function newSigningKey({ vault }: Pick<SubgraphContext, 'vault'>) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const signingKid = newUuid();
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return { signingKid, signingX: x, signingY: y, signingKey: vault.seal(pem, signingKeyRow(signingKid)) };
}
