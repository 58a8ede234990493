import type { SubgraphContext } from '#db/context.ts';
import { holdsScope } from '#kit/access.ts';
import { userError } from '../../errors.ts';
import type { MediaUploadCreateInput, UserError } from '../../generated.ts';
import { announceAttachmentDocument } from '../operations/generated.ts';
import { uploadAddress } from '../store/upload-token.ts';

/** Result: `mediaId` is null only if the file was refused. */
export interface AnnouncedAttachment {
  readonly mediaId: string | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Announces a file for a message, which checkout stores, if the viewer can write messages. See
 * docs/interface/conversations.md#attachments.
 */
export async function announceAttachment(
  ctx: SubgraphContext,
  { bytes, sha256, name = null }: MediaUploadCreateInput,
): Promise<AnnouncedAttachment> {
  if (!mayWrite(ctx)) return refused(NO_MESSAGES);
  const announced = await ctx.execute(announceAttachmentDocument, { input: { bytes, sha256, name } }, ctx);
  const { mediaId, token, userErrors } = announced.attachmentAnnounce;
  if (mediaId === null || token === null) return refused(...userErrors);
  return { mediaId, uploadUrl: uploadAddress(ctx, `attachments/uploads/${token}`), userErrors: [] };
}

/** True if an app may write messages; a host's role is checked earlier. */
const mayWrite = ({ viewer }: SubgraphContext): boolean =>
  viewer.kind !== 'app' ||
  holdsScope(viewer.scopes, 'write_conversations') ||
  viewer.capabilities.includes('act_as_inbox_provider');

const NO_MESSAGES = userError('INVALID', 'kind', 'Message files require the scope `write_conversations`.');

const refused = (...userErrors: readonly UserError[]): AnnouncedAttachment => ({
  mediaId: null,
  uploadUrl: null,
  userErrors,
});
