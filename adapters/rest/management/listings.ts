import type { z } from 'zod';
import { found, shown } from './apps.ts';
import {
  type AppPlanInput,
  type ContentFragment,
  createListingMediaDocument,
  getListingDocument,
  type MediaFragment,
  type PlanFragment,
  saveListingDocument,
  setListingVisibilityDocument,
  type WholeListingFragment,
} from './generated.ts';
import {
  AnnouncedMedia,
  AnnounceMedia,
  type ListedPlan,
  Listing,
  ListingContent,
  type PlanInput,
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
      const { listing, plans } = found((await run(getListingDocument, { slug })).app, slug);
      if (!listing && plans.length === 0)
        throw problem('not_listable', `"${shown(slug)}" is private. Only public apps have a listing.`);
      return toListing(listing, plans);
    },
  }),
  route({
    method: 'PUT',
    path: '/apps/{slug}/listing',
    operationId: 'putListing',
    tag: 'Listings',
    summary: "Replaces a listing's draft as a whole, and submits it for review on request. Sets plans.",
    description:
      'Omitted fields become empty, but omitted plans stay as they are. Plans apply immediately to new subscriptions; a private app can send `plans` alone. The published listing stays until an operator approves the draft. Saving a draft in review withdraws it, unless `submit` is also given.',
    problems: ['not_listable', 'listing_invalid', 'listing_incomplete'],
    body: PutListing,
    answer: Listing,
    handle: async ({ run, params: { slug = '' }, body: { submit, ...content } }) => {
      const { appListingSave } = await run(saveListingDocument, { slug, input: toInput(content), submit });
      throwListingRefusal(appListingSave.userErrors);
      const { listing, plans } = found(appListingSave.app, slug);
      return toListing(listing, plans);
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
      const { listing, plans } = found(set.app, slug);
      return toListing(listing, plans);
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
  cappedAmount: 'capped_amount',
  trialDays: 'trial_days',
  perUnit: 'per_unit',
  media: 'media_id',
};

const pathOf = (field: string): string => PATHS[field] ?? field;

/** A private app has plans, but no listing. */
function toListing(
  listing: WholeListingFragment | null,
  plans: readonly PlanFragment[],
): z.input<typeof Listing> {
  const shownPlans = plans.map(toPlan);
  if (!listing) return { ...NO_LISTING, plans: shownPlans };
  const { draft, published, media, missing, facts } = listing;
  return {
    plans: shownPlans,
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

const NO_LISTING = {
  status: 'draft',
  draft_status: 'draft',
  listed: false,
  draft: ListingContent.parse({}),
  published: null,
  missing: [],
  media: [],
  facts: null,
  rejection_reason: null,
  suspension_reason: null,
  submitted_at: null,
  published_at: null,
} satisfies Omit<z.input<typeof Listing>, 'plans'>;

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

export const toPlan = ({
  usage,
  cappedAmount,
  trialDays,
  perUnit,
  features,
  ...same
}: PlanFragment): z.input<typeof ListedPlan> => ({
  ...same,
  usage: usage.map(({ included: _units, ...price }) => price),
  included: Object.fromEntries(usage.flatMap(({ key, included }) => (included > 0 ? [[key, included]] : []))),
  capped_amount: cappedAmount,
  trial_days: trialDays,
  per_unit: perUnit,
  features: [...features],
});

export const toPlanInput = ({
  usage,
  included,
  capped_amount: cappedAmount,
  trial_days: trialDays,
  per_unit: perUnit,
  ...same
}: z.output<typeof PlanInput>): AppPlanInput => ({
  ...same,
  usage: usage.map((price) => ({
    ...price,
    included: (typeof included === 'number' ? included : included[price.key]) ?? 0,
  })),
  cappedAmount,
  trialDays,
  perUnit,
});

const toInput = ({
  video_url: videoUrl,
  support,
  privacy_url: privacyUrl,
  terms_url: termsUrl,
  demo_url: demoUrl,
  gallery,
  plans,
  ...same
}: Omit<z.output<typeof PutListing>, 'submit'>) => ({
  ...same,
  gallery: gallery.map(({ media_id: media, alt }) => ({ media, alt: alt ?? null })),
  videoUrl,
  privacyUrl,
  termsUrl,
  demoUrl,
  supportEmail: support.email,
  supportUrl: support.url,
  plans: plans?.map(toPlanInput) ?? null,
});

/** Throws problems with individual fields, listed by path; other refusals are thrown in the usual way. */
export function throwListingRefusal(
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
