import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type AnnouncedFile, mistakesInFile } from '#kit/images/upload-rules.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_ALT, MAX_LISTING_MEDIA, MAX_LISTING_MEDIA_BYTES } from '#schema/limits.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import type { ListingMediaKind } from '../domain/media.ts';
import { withOwnApp } from '../steps/own-listing.ts';
import { ListingMedia } from '../store/entities.ts';
import { LISTING_UPLOADS } from '../store/upload-token.ts';

/** An announced picture, or why it was refused. */
export type ListingMediaCreated = Refused & {
  readonly mediaId?: number;
  /** Null if its bytes are already stored. */
  readonly uploadUrl?: string | null;
};

interface NewPicture extends AnnouncedFile {
  readonly kind: ListingMediaKind;
  readonly alt?: string | null;
}

const RULES = { noun: 'picture', maxBytes: MAX_LISTING_MEDIA_BYTES } as const;

/**
 * Announces a picture for the listing of the account's own public app, and signs an upload URL; pictures that
 * the app already has aren't uploaded again, and rejected ones can be retried
 * (docs/interface/listings.md#pictures).
 */
export async function createListingMedia(
  ctx: SubgraphContext,
  { slug, input }: { readonly slug: string; readonly input: NewPicture },
): Promise<ListingMediaCreated> {
  const mistakes = mistakesInFile(input, RULES);
  if (mistakes.length > 0) {
    return {
      userErrors: mistakes.map(({ field, message }) => ({
        code: 'INVALID',
        message,
        field: ['input', field],
      })),
    };
  }
  const { kind, bytes } = input;
  const alt = input.alt?.trim() || null;
  if (alt !== null && !isTextWithin(alt, MAX_ALT)) return refuse('INVALID', ALT, ['input', 'alt']);
  const sha256 = input.sha256.toLowerCase();
  return withOwnApp(ctx, slug, async (em, { id: appId }): Promise<ListingMediaCreated> => {
    const known = await em.findOne(ListingMedia, { appId, sha256 });
    if (known?.removedAt) return refuse('BUSY', BEING_DELETED, ['input', 'sha256']);
    if (known && alt !== null) known.alt = alt;
    if (known && known.status !== 'announced' && known.status !== 'rejected')
      return { mediaId: known.id, uploadUrl: null, userErrors: NONE };
    if (!known && (await isFull(em, appId))) return refuse('LIMIT_REACHED', FULL);
    const updatedAt = ctx.clock.now();
    const begun = { kind, bytes, alt, status: 'announced', problem: null, attempts: 0, updatedAt } as const;
    const media = known ? em.assign(known, begun) : em.create(ListingMedia, { ...begun, appId, sha256 });
    await em.flush();
    const uploadUrl = `${originOf(ctx)}/media/apps/uploads/${LISTING_UPLOADS.sign(ctx, media)}`;
    return { mediaId: media.id, uploadUrl, userErrors: NONE };
  });
}

const ALT = `A picture's text must have 1 to ${MAX_ALT} characters.`;
const BEING_DELETED = 'This picture is being deleted. Announce it again in a minute.';
const FULL = `An app can have at most ${MAX_LISTING_MEDIA} pictures. Pictures that aren't in a listing are deleted after a week.`;

const isFull = async (em: Transaction, appId: number): Promise<boolean> =>
  (await em.count(ListingMedia, { appId })) >= MAX_LISTING_MEDIA;

/** Developers upload at the origin where they announced it: the panel or the API. */
function originOf({ config, viewer }: SubgraphContext): string {
  const origin = viewer.kind === 'account' ? config.publicOriginApi : config.publicOriginAuth;
  return origin === null ? `http://localhost:${config.port}` : new URL(origin).origin;
}
