import type { SubgraphContext } from '#db/context.ts';
import { uploadTokens } from '#kit/images/upload-tokens.ts';

/** The secret parts of the URLs that photos are uploaded to. */
export const UPLOADS = uploadTokens('media-upload');

/** Where a file is sent: hosts upload where their panel is, apps where their API is. */
export function uploadAddress(
  { config, viewer }: Pick<SubgraphContext, 'config' | 'viewer'>,
  path: string,
): string {
  const origin = viewer.kind === 'app' ? config.publicOriginApi : config.publicOriginAuth;
  return `${origin === null ? `http://localhost:${config.port}` : new URL(origin).origin}/media/${path}`;
}
