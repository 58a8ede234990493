import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;

/** A preview link's lifetime. */
export const PREVIEW_LIFE_MS = 24 * 3_600_000;

const signatureOf = (shown: string, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`preview.${shown}.${expires}`).digest('base64url');

function sign({ vault, clock }: Signing, shown: string): string {
  const expires = String(clock.now().getTime() + PREVIEW_LIFE_MS);
  return `${expires}.${signatureOf(shown, expires, vault.derive('injection-preview')[0])}`;
}

/** The secret token in a storefront's preview address. */
export const previewToken = (signing: Signing, storefrontId: number): string =>
  sign(signing, `${storefrontId}`);

/** The secret token in the preview address of one of a storefront's themes. */
export const themePreviewToken = (signing: Signing, storefrontId: number, themeId: number): string =>
  `theme-${themeId}.${sign(signing, `${storefrontId}.theme-${themeId}`)}`;

const TOKEN = /^(\d{1,16})\.([\w-]{43})$/;

/** True if a token currently gives access to a storefront's drafts. */
export const isPreviewOf = (signing: Signing, storefrontId: number, token: string): boolean =>
  isSigned(signing, `${storefrontId}`, token);

const THEME_TOKEN = /^theme-([1-9]\d{0,9})\.(.+)$/;

/** Returns the id of the theme that a token currently gives access to; null for any other token. */
export function themeOfPreview(signing: Signing, storefrontId: number, token: string): number | null {
  const [, id = '', rest = ''] = THEME_TOKEN.exec(token) ?? [];
  return isSigned(signing, `${storefrontId}.theme-${id}`, rest) ? Number(id) : null;
}

function isSigned({ vault, clock }: Signing, shown: string, token: string): boolean {
  const [, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (expires === '' || Number(expires) < clock.now().getTime()) return false;
  const made = vault.derive('injection-preview').map((key) => signatureOf(shown, expires, key));
  return made.some((one) => equalInConstantTime(one, signature));
}
