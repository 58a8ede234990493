import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;

/** A preview link's lifetime. */
const LIFE_MS = 24 * 3_600_000;

const signatureOf = (storefrontId: number, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`preview.${storefrontId}.${expires}`).digest('base64url');

/** The secret token in a storefront's preview address. */
export function previewToken({ vault, clock }: Signing, storefrontId: number): string {
  const expires = String(clock.now().getTime() + LIFE_MS);
  return `${expires}.${signatureOf(storefrontId, expires, vault.derive('injection-preview')[0])}`;
}

const TOKEN = /^(\d{1,16})\.([\w-]{43})$/;

/** True if a token currently gives access to a storefront's drafts. */
export function isPreviewOf({ vault, clock }: Signing, storefrontId: number, token: string): boolean {
  const [, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (expires === '' || Number(expires) < clock.now().getTime()) return false;
  const made = vault.derive('injection-preview').map((key) => signatureOf(storefrontId, expires, key));
  return made.some((one) => equalInConstantTime(one, signature));
}
