import { z } from 'zod';
import {
  MAX_CATEGORIES,
  MAX_GALLERY,
  MAX_LISTING_LANGUAGES,
  MAX_LISTING_MEDIA_BYTES,
  MAX_LISTING_TEXT,
  MAX_TAGLINE,
} from '#schema/limits.ts';
import type { AppCategory, AppListingStatus, ListingDraftStatus, ListingMediaStatus } from './generated.ts';
import { answers, requests } from './schemas.ts';

const CATEGORIES = [
  ...(['access', 'accounting', 'channels', 'cleaning', 'compliance', 'guest_communication'] as const),
  ...(['guest_experience', 'maintenance', 'marketing', 'payments', 'pricing', 'reporting'] as const),
  ...(['reviews', 'other'] as const),
] as const satisfies readonly AppCategory[];
const STATUSES = [
  ...(['draft', 'in_review', 'published', 'unlisted', 'suspended'] as const),
] as const satisfies readonly AppListingStatus[];
const DRAFT_STATUSES = ['draft', 'in_review', 'rejected'] as const satisfies readonly ListingDraftStatus[];
const MEDIA_KINDS = ['icon', 'gallery'] as const;
const MEDIA_STATUSES = [
  ...(['announced', 'uploaded', 'processing', 'ready', 'rejected'] as const),
] as const satisfies readonly ListingMediaStatus[];

/** Lists up to this length are parsed, so that the error can name the real limit. */
const MOST_READ = 100;

const text = z.string().nullable().default(null);
const ids = (what: string) => z.string().describe(`Id of ${what}.`);

/** Fields that `PUT` accepts and that `draft` and `published` show. */
const content = {
  tagline: text.describe(`What the app does, in one line: at most ${MAX_TAGLINE} characters.`),
  description: text.describe(
    `What it does, in Markdown: at most ${MAX_LISTING_TEXT} characters. HTML is text.`,
  ),
  icon: ids('an uploaded icon').nullable().default(null),
  gallery: z
    .array(
      z.object({
        media_id: ids('an uploaded picture'),
        alt: z.string().optional().describe('What it shows; by default, the text it was announced with.'),
      }),
    )
    .max(MOST_READ)
    .default([])
    .describe(`At most ${MAX_GALLERY} pictures, in order.`),
  video_url: text,
  categories: z.array(z.enum(CATEGORIES)).max(MOST_READ).default([]).describe(`At most ${MAX_CATEGORIES}.`),
  languages: z
    .array(z.string())
    .max(MOST_READ)
    .default([])
    .describe(`BCP 47 tags of what it speaks with its users: at most ${MAX_LISTING_LANGUAGES}.`),
  support: z.object({ email: text, url: text }).default({ email: null, url: null }),
  privacy_url: text,
  terms_url: text,
  demo_url: text,
  changelog: text.describe(`What is new, in Markdown: at most ${MAX_LISTING_TEXT} characters.`),
};
export const ListingContent = z.object(content).register(answers, { id: 'ListingContent' });

export const PutListing = z
  .object({
    ...content,
    submit: z.boolean().default(false).describe('Whether to submit it for review too.'),
  })
  .register(requests, { id: 'PutListing' });
export const SetVisibility = z
  .object({ listed: z.boolean().describe('Whether the app store shows it.') })
  .register(requests, { id: 'SetVisibility' });
export const AnnounceMedia = z
  .object({
    kind: z
      .enum(MEDIA_KINDS)
      .describe('An icon is a square of 512 to 2048 pixels, the gallery is 16:9 from 1600 × 900 pixels.'),
    bytes: z.int32().describe(`At most ${MAX_LISTING_MEDIA_BYTES}.`),
    sha256: z.string().describe('Digest of the file: 64 hexadecimal digits.'),
    alt: z.string().optional().describe('What it shows: 1 to 250 characters.'),
    content_type: z.string().optional().describe('JPEG, PNG, WebP or HEIC.'),
  })
  .register(requests, { id: 'AnnounceMedia' });

const media = {
  id: z.string(),
  kind: z.enum(MEDIA_KINDS),
  status: z.enum(MEDIA_STATUSES),
  problem: z.string().nullable().describe('What is wrong with a rejected one.'),
  sha256: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  url: z.string().nullable().describe('Where it is, in its largest size, once it is ready.'),
};
export const ListingMedia = z.object(media).register(answers, { id: 'ListingMedia' });
export const AnnouncedMedia = z
  .object({
    media_id: ids('the picture'),
    ...media,
    upload_url: z.string().nullable().describe('Where its bytes go; null if they are there already.'),
  })
  .register(answers, { id: 'AnnouncedMedia' });

export const Listing = z
  .object({
    status: z.enum(STATUSES),
    draft_status: z
      .enum(DRAFT_STATUSES)
      .nullable()
      .describe('Where the draft is; null while there is none beside what is published.'),
    listed: z.boolean().describe('Whether hosts find it in the store now: published, and a version is live.'),
    draft: ListingContent,
    published: ListingContent.nullable(),
    missing: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('What the draft lacks before it can be published.'),
    media: z.array(ListingMedia).describe('Uploaded pictures, newest first.'),
    facts: z
      .object({
        permissions: z.array(z.string()),
        data_read: z.array(z.string()),
        pricing: z.string(),
        installs: z.int().describe('Rounded down; 0 for fewer than 10.'),
        median_answer_ms: z.int().nullable().describe('Of its latest webhooks; null for fewer than 20.'),
        updated_at: z.iso.datetime(),
      })
      .nullable()
      .describe('What the platform adds in the store; null while no version is live.'),
    rejection_reason: z.string().nullable(),
    suspension_reason: z.string().nullable(),
    submitted_at: z.iso.datetime().nullable(),
    published_at: z.iso.datetime().nullable(),
  })
  .register(answers, { id: 'Listing' });
