import type { SubgraphContext } from '#db/context.ts';
import { uploadTokens } from '#kit/images/upload-tokens.ts';

/** Secret tokens in photo upload URLs. */
export const UPLOADS = uploadTokens('media-upload');

/** Upload URL for a file: on the panel's origin for hosts, on the API's for apps. */
export function uploadAddress(
  { config, viewer }: Pick<SubgraphContext, 'config' | 'viewer'>,
  path: string,
): string {
  const origin = viewer.kind === 'app' ? config.publicOriginApi : config.publicOriginAuth;
  return `${origin === null ? `http://localhost:${config.port}` : new URL(origin).origin}/media/${path}`;
}
