import type { z } from 'zod';
import { found, shown } from './apps.ts';
import {
  type ContentFragment,
  createListingMediaDocument,
  getListingDocument,
  type MediaFragment,
  saveListingDocument,
  setListingVisibilityDocument,
  type WholeListingFragment,
} from './generated.ts';
import {
  AnnouncedMedia,
  AnnounceMedia,
  Listing,
  type ListingContent,
  PutListing,
  SetVisibility,
} from './listing-schemas.ts';
import { type ProblemErrors, problem, throwRefusal } from './problems.ts';
import { route } from './route.ts';

export const listings = [
  route({
    method: 'GET',
    path: '/apps/{slug}/listing',
    operationId: 'getListing',
    tag: 'Listings',
    summary: 'Returns the store listing of one of your public apps.',
    description:
      '`draft` is the version you edit, in the shape that `PUT` takes; `published` is the version hosts see. `missing` lists the requirements for publishing, and `facts` the facts that the platform adds.',
    problems: ['not_listable'],
    answer: Listing,
    handle: async ({ run, params: { slug = '' } }) => {
      const { listing } = found((await run(getListingDocument, { slug })).app, slug);
      if (!listing)
        throw problem('not_listable', `"${shown(slug)}" is private. Only public apps have a listing.`);
      return toListing(listing);
    },
  }),
  route({
    method: 'PUT',
    path: '/apps/{slug}/listing',
    operationId: 'putListing',
    tag: 'Listings',
    summary: "Replaces a listing's draft as a whole, and submits it for review on request.",
    description:
      'Omitted fields become empty. The published listing stays until an operator approves the draft. Saving a draft in review withdraws it, unless `submit` is also given.',
    problems: ['not_listable', 'listing_invalid', 'listing_incomplete'],
    body: PutListing,
    answer: Listing,
    handle: async ({ run, params: { slug = '' }, body: { submit, ...content } }) => {
      const { appListingSave } = await run(saveListingDocument, { slug, input: toInput(content), submit });
      throwListingRefusal(appListingSave.userErrors);
      return toListing(found(appListingSave.listing, slug));
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/listing/media',
    operationId: 'createListingMedia',
    tag: 'Listings',
    summary: 'Announces an icon or a gallery picture.',
    description:
      "Send the bytes with `PUT` to `upload_url` within 15 minutes; the URL needs no other authorization. The picture is decoded and encoded again: the listing's `media` shows when it's ready, or its problem. An already uploaded file has no `upload_url`.",
    problems: ['not_listable', 'listing_invalid', 'limit_reached', 'busy'],
    body: AnnounceMedia,
    status: 201,
    answer: AnnouncedMedia,
    handle: async ({ run, params: { slug = '' }, body: { content_type: contentType, alt, ...file } }) => {
      const input = { ...file, alt: alt ?? null, contentType: contentType ?? null };
      const { appListingMediaCreate: announced } = await run(createListingMediaDocument, { slug, input });
      throwListingRefusal(announced.userErrors);
      const media = toMedia(found(announced.media, slug));
      return { media_id: media.id, ...media, upload_url: announced.uploadUrl };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/listing/visibility',
    operationId: 'setListingVisibility',
    tag: 'Listings',
    summary: 'Takes a published listing out of the app store, or puts it back.',
    description: "Installs stay, and hosts who know the app's address can still install it.",
    problems: ['not_listable', 'not_published'],
    body: SetVisibility,
    answer: Listing,
    handle: async ({ run, params: { slug = '' }, body: { listed } }) => {
      const { appListingVisibilitySet: set } = await run(setListingVisibilityDocument, { slug, listed });
      throwRefusal(set.userErrors);
      return toListing(found(set.listing, slug));
    },
  }),
];

const toMedia = ({ id, kind, status, problem: wrong, sha256, width, height, url }: MediaFragment) => ({
  id,
  kind,
  status,
  problem: wrong,
  sha256,
  width,
  height,
  url,
});

/** Paths with different names in this API and in GraphQL. */
const PATHS: Readonly<Record<string, string>> = {
  videoUrl: 'video_url',
  supportEmail: 'support.email',
  supportUrl: 'support.url',
  privacyUrl: 'privacy_url',
  termsUrl: 'terms_url',
  demoUrl: 'demo_url',
  contentType: 'content_type',
  media: 'media_id',
};

const pathOf = (field: string): string => PATHS[field] ?? field;

function toListing(listing: WholeListingFragment): z.input<typeof Listing> {
  const { draft, published, media, missing, facts } = listing;
  return {
    status: listing.status,
    draft_status: listing.draftStatus,
    listed: listing.isListed,
    draft: toContent(draft),
    published: published && toContent(published),
    missing: missing.map(({ field, message }) => ({ field: pathOf(field), message })),
    media: media.map(toMedia),
    facts: facts && {
      permissions: [...facts.permissions],
      data_read: [...facts.dataRead],
      pricing: facts.pricing,
      installs: facts.installs,
      median_answer_ms: facts.medianAnswerMs,
      updated_at: facts.updatedAt,
    },
    rejection_reason: listing.rejectionReason,
    suspension_reason: listing.suspensionReason,
    submitted_at: listing.submittedAt,
    published_at: listing.publishedAt,
  };
}

const toContent = (content: ContentFragment): z.input<typeof ListingContent> => ({
  tagline: content.tagline,
  description: content.description,
  icon: content.icon?.id ?? null,
  gallery: content.gallery.map(({ media, alt }) => ({ media_id: media.id, alt })),
  video_url: content.videoUrl,
  categories: [...content.categories],
  languages: [...content.languages],
  support: { email: content.supportEmail, url: content.supportUrl },
  privacy_url: content.privacyUrl,
  terms_url: content.termsUrl,
  demo_url: content.demoUrl,
  changelog: content.changelog,
});

const toInput = ({
  video_url: videoUrl,
  support,
  privacy_url: privacyUrl,
  terms_url: termsUrl,
  demo_url: demoUrl,
  gallery,
  ...same
}: z.output<typeof ListingContent>) => ({
  ...same,
  gallery: gallery.map(({ media_id: media, alt }) => ({ media, alt: alt ?? null })),
  videoUrl,
  privacyUrl,
  termsUrl,
  demoUrl,
  supportEmail: support.email,
  supportUrl: support.url,
});

/** Throws problems with individual fields, listed by path; other refusals are thrown in the usual way. */
function throwListingRefusal(
  refusals: readonly {
    readonly code: string;
    readonly message: string;
    readonly field: readonly string[] | null;
  }[],
): void {
  const [first] = refusals;
  if (first?.code !== 'INVALID' && first?.code !== 'LISTING_INCOMPLETE') {
    throwRefusal(refusals);
    return;
  }
  const byPath = Map.groupBy(refusals, ({ field }) => (field ?? []).slice(1).map(pathOf).join('.'));
  const errors: ProblemErrors = Object.fromEntries(
    [...byPath].map(([path, about]) => [path, about.map(({ message }) => message)]),
  );
  const detail = [...byPath]
    .map(([path, about]) => `${path}: ${about.map(({ message }) => message).join(' ')}`)
    .join(' ');
  throw problem(first.code === 'INVALID' ? 'listing_invalid' : 'listing_incomplete', detail, errors);
}
