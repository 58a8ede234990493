import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { TransferRow } from '../../store/entities.ts';
import { transferToken } from './transfer-token.ts';

const FILE_ID = /^import-(\d{1,10})$/;

/** The name for an import's announced file. */
export const importFileId = (transferId: number): string => `import-${transferId}`;

/** The transfer for the id of an announced file; null for any other id. */
export const transferOfFile = (mediaId: string): number | null => parseId(FILE_ID.exec(mediaId)?.[1] ?? '');

/** The upload URL for an import's file; null after the upload, and for a fetched file. */
export const uploadUrl = (
  ctx: SubgraphContext,
  { id, status }: Pick<TransferRow, 'id' | 'status'>,
): string | null =>
  status === 'waiting' || status === 'announced' ? transferUrl(ctx, transferToken(ctx, 'upload', id)) : null;

/** A transfer file's address, from its secret token. */
export function transferUrl({ config }: SubgraphContext, token: string): string {
  const origin = config.publicOriginAuth ?? `http://localhost:${config.port}`;
  return new URL(`/transfers/${token}`, origin).href;
}
