import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import type { TransferRow } from '../../store/entities.ts';
import { transferToken } from './transfer-token.ts';

const FILE_ID = /^import-(\d{1,10})$/;

/** What the file of an import that is announced first is called. */
export const importFileId = (transferId: number): string => `import-${transferId}`;

/** The transfer of such a file; null for any other id. */
export const transferOfFile = (mediaId: string): number | null => parseId(FILE_ID.exec(mediaId)?.[1] ?? '');

/** Where the file of an import is sent to; null once it was, and for one that is fetched. */
export const uploadUrl = (
  ctx: SubgraphContext,
  { id, status }: Pick<TransferRow, 'id' | 'status'>,
): string | null =>
  status === 'waiting' || status === 'announced' ? transferUrl(ctx, transferToken(ctx, 'upload', id)) : null;

/** The address of a transfer's file, by the secret part of it. */
export function transferUrl({ config }: SubgraphContext, token: string): string {
  const origin = config.publicOriginAuth ?? `http://localhost:${config.port}`;
  return new URL(`/transfers/${token}`, origin).href;
}
