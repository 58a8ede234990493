import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;

/** Lifetime of a development copy's preview link. */
export const COPY_LIFE_MS = 24 * 3_600_000;

const signatureOf = (shown: string, key: Buffer): string =>
  createHmac('sha256', key).update(`theme-copy.${shown}`).digest('base64url');

/** Returns the secret token in a development copy's preview link. */
export function copyToken({ vault, clock }: Signing, storefrontId: number, copyId: number): string {
  const expires = clock.now().getTime() + COPY_LIFE_MS;
  const signature = signatureOf(`${storefrontId}.${copyId}.${expires}`, vault.derive('injection-preview')[0]);
  return `copy-${copyId}.${expires}.${signature}`;
}

const TOKEN = /^copy-([1-9]\d{0,9})\.(\d{1,16})\.([\w-]{43})$/;

/** Returns the id of the copy that a token currently gives access to; null for any other token. */
export function copyOfToken({ vault, clock }: Signing, storefrontId: number, token: string): number | null {
  const [, id = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (id === '' || Number(expires) < clock.now().getTime()) return null;
  const isSigned = vault
    .derive('injection-preview')
    .some((key) => equalInConstantTime(signatureOf(`${storefrontId}.${id}.${expires}`, key), signature));
  return isSigned ? Number(id) : null;
}
