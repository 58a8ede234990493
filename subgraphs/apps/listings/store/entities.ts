import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UPLOAD_STATUSES } from '#kit/images/upload-rules.ts';
import type { ListingContent } from '../domain/content.ts';
import { DRAFT_STATUSES } from '../domain/listing-status.ts';
import { LISTING_MEDIA_KINDS } from '../domain/media.ts';

/** A public app's listing: a draft, and the version shown to hosts. An app without a row has no content. */
export const AppListing = defineEntity({
  name: 'AppListing',
  tableName: 'listings',
  schema: 'apps',
  properties: {
    appId: p.integer().primary().autoincrement(false),
    /** Content being edited; equal to `published` if there's no draft. */
    draft: p.json<ListingContent>(),
    draftStatus: p.enum(DRAFT_STATUSES),
    /** Number of draft changes. */
    revision: p.integer(),
    published: p.json<ListingContent>().nullable(),
    /** True if its developer removed it from the store. */
    isUnlisted: p.boolean().default(false),
    /** Operators' reason for removing it from the store. */
    suspensionReason: p.text().nullable(),
    rejectionReason: p.text().nullable(),
    reviewedBy: p.integer().nullable(),
    submittedAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
  },
});
export type AppListing = InferEntity<typeof AppListing>;

/** A picture uploaded for an app's listing. */
export const ListingMedia = defineEntity({
  name: 'ListingMedia',
  tableName: 'listing_media',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    appId: p.integer(),
    kind: p.enum(LISTING_MEDIA_KINDS),
    /** The uploaded file's hash, hex. */
    sha256: p.text(),
    /** Announced size. */
    bytes: p.integer(),
    /** Alt text; null if none was announced. */
    alt: p.text().nullable(),
    status: p.enum(UPLOAD_STATUSES),
    /** Reason for rejection (`domain/media.ts`). */
    problem: p.text().nullable(),
    /** Processing attempts. */
    attempts: p.integer().default(0),
    /** Width when upright, in pixels; null until it's ready. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** Time at which the picture was marked as unused; its files are deleted first, then its row. */
    removedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});
export type ListingMedia = InferEntity<typeof ListingMedia>;
