import { z } from 'zod';
import {
  MAX_CATEGORIES,
  MAX_GALLERY,
  MAX_LISTING_LANGUAGES,
  MAX_LISTING_MEDIA_BYTES,
  MAX_LISTING_TEXT,
  MAX_PLANS,
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

/** Lists of up to this length are parsed, so that the error can name the real limit. */
const MOST_READ = 100;

const text = z.string().nullable().default(null);
const ids = (what: string) => z.string().describe(`Id of ${what}.`);

/** Fields that `PUT` accepts and that `draft` and `published` show. */
const content = {
  tagline: text.describe(`The app's purpose in one line: at most ${MAX_TAGLINE} characters.`),
  description: text.describe(
    `The app's description in Markdown: at most ${MAX_LISTING_TEXT} characters. HTML is shown as text.`,
  ),
  icon: ids('an uploaded icon').nullable().default(null),
  gallery: z
    .array(
      z.object({
        media_id: ids('an uploaded picture'),
        alt: z
          .string()
          .optional()
          .describe("The picture's description; defaults to the text it was announced with."),
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
    .describe(`BCP 47 tags of the languages the app supports: at most ${MAX_LISTING_LANGUAGES}.`),
  support: z.object({ email: text, url: text }).default({ email: null, url: null }),
  privacy_url: text,
  terms_url: text,
  demo_url: text,
  changelog: text.describe(`News in Markdown: at most ${MAX_LISTING_TEXT} characters.`),
};
export const ListingContent = z.object(content).register(answers, { id: 'ListingContent' });

const plan = {
  key: z.string().describe('Permanent key within the app.'),
  name: z.string(),
  description: z.string().default(''),
  currency: z.string().describe('ISO 4217 code.'),
  interval: z.enum(['month', 'year', 'once']),
  amount: z.int().describe('Price in minor units: 1900 is 19.00 in a currency with two decimals.'),
  capped_amount: z
    .int()
    .nullable()
    .default(null)
    .describe('Most that the usage costs per period; required with usage.'),
  trial_days: z.int().default(0).describe('Days before the first charge: at most 60.'),
  per_unit: z
    .enum(['none', 'property', 'unit'])
    .default('none')
    .describe('Objects that the amount is multiplied by.'),
  features: z.array(z.string()).max(MOST_READ).default([]),
  active: z.boolean().default(true).describe('False if teams can no longer choose it.'),
};
const usage = z
  .array(z.object({ key: z.string(), name: z.string(), unit: z.string(), amount: z.int() }))
  .max(MOST_READ)
  .default([])
  .describe('Prices for usage, per unit: at most 10.');
const included = 'Units per period and usage key that are free of charge.';
export const PlanInput = z
  .object({
    ...plan,
    usage,
    included: z
      .union([z.record(z.string(), z.int()), z.int()])
      .default({})
      .describe(`${included} A number applies to each key.`),
  })
  .register(requests, { id: 'PlanInput' });
export const ListedPlan = z
  .object({
    ...plan,
    usage,
    included: z.record(z.string(), z.int()).describe(included),
    version: z.int().describe('Increases with each change of the price or terms.'),
  })
  .register(answers, { id: 'Plan' });

export const PutListing = z
  .object({
    ...content,
    plans: z
      .array(PlanInput)
      .max(MOST_READ)
      .optional()
      .describe(`All plans: at most ${MAX_PLANS}. Plans stay as they are if this is omitted.`),
    submit: z.boolean().default(false).describe('True to also submit the draft for review.'),
  })
  .register(requests, { id: 'PutListing' });
export const PutThemeListing = z
  .object({
    plans: z
      .array(PlanInput)
      .max(MOST_READ)
      .describe(`All plans: at most ${MAX_PLANS}. A theme's plan has no \`usage\`.`),
  })
  .register(requests, { id: 'PutThemeListing' });
export const ThemeListing = z
  .object({ plans: z.array(ListedPlan).describe('Each plan in its newest version.') })
  .register(answers, { id: 'ThemeListing' });
export const SetVisibility = z
  .object({ listed: z.boolean().describe('True if the app store shows the listing.') })
  .register(requests, { id: 'SetVisibility' });
export const AnnounceMedia = z
  .object({
    kind: z
      .enum(MEDIA_KINDS)
      .describe(
        'An icon must be a square of 512 to 2048 pixels; gallery pictures must be 16:9, from 1600 × 900 pixels.',
      ),
    bytes: z.int32().describe(`At most ${MAX_LISTING_MEDIA_BYTES}.`),
    sha256: z.string().describe('Digest of the file: 64 hexadecimal digits.'),
    alt: z.string().optional().describe("The picture's description: 1 to 250 characters."),
    content_type: z.string().optional().describe('JPEG, PNG, WebP or HEIC.'),
  })
  .register(requests, { id: 'AnnounceMedia' });

const media = {
  id: z.string(),
  kind: z.enum(MEDIA_KINDS),
  status: z.enum(MEDIA_STATUSES),
  problem: z.string().nullable().describe('Problem with a rejected picture.'),
  sha256: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  url: z.string().nullable().describe("Address of its largest size, once it's ready."),
};
export const ListingMedia = z.object(media).register(answers, { id: 'ListingMedia' });
export const AnnouncedMedia = z
  .object({
    media_id: ids('the picture'),
    ...media,
    upload_url: z
      .string()
      .nullable()
      .describe("Address for uploading its bytes; null if they're already uploaded."),
  })
  .register(answers, { id: 'AnnouncedMedia' });

export const Listing = z
  .object({
    status: z.enum(STATUSES),
    draft_status: z
      .enum(DRAFT_STATUSES)
      .nullable()
      .describe("The draft's status; null if there is no draft besides the published listing."),
    listed: z
      .boolean()
      .describe("True if hosts currently find it in the store: it's published and a version is live."),
    draft: ListingContent,
    published: ListingContent.nullable(),
    missing: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe("Requirements the draft doesn't meet yet."),
    plans: z.array(ListedPlan).describe('Each plan in its newest version.'),
    media: z.array(ListingMedia).describe('Uploaded pictures, newest first.'),
    facts: z
      .object({
        permissions: z.array(z.string()),
        data_read: z.array(z.string()),
        pricing: z.string(),
        installs: z.int().describe('Rounded down; 0 for fewer than 10.'),
        median_answer_ms: z
          .int()
          .nullable()
          .describe('Share of its latest webhooks that were delivered; null for fewer than 20.'),
        updated_at: z.iso.datetime(),
      })
      .nullable()
      .describe('Facts that the platform adds in the store; null while no version is live.'),
    rejection_reason: z.string().nullable(),
    suspension_reason: z.string().nullable(),
    submitted_at: z.iso.datetime().nullable(),
    published_at: z.iso.datetime().nullable(),
  })
  .register(answers, { id: 'Listing' });
