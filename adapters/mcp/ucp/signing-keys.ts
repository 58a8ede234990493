import type { Execute } from '#kit/execute.ts';
import type { Storefront } from '../../storefront.ts';
import { signingKeyDocument } from './generated.ts';

/** Returns a storefront's public keys as JSON Web Keys, for profiles. */
export async function signingKeys(execute: Execute, { domain }: Storefront, requestId: string) {
  const caller = { viewer: { kind: 'public' }, requestId } as const;
  const { storefrontByHost } = await execute(signingKeyDocument, { host: domain }, caller);
  const key = storefrontByHost?.signingKey;
  return key ? [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', ...key }] : [];
}
