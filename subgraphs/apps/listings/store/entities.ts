import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { UPLOAD_STATUSES } from '#kit/images/upload-rules.ts';
import type { ListingContent } from '../domain/content.ts';
import { DRAFT_STATUSES } from '../domain/listing-status.ts';
import { LISTING_MEDIA_KINDS } from '../domain/media.ts';

/** What a public app's developer writes about it: a draft, and beside it what hosts see. An app without a row has written nothing. */
export const AppListing = defineEntity({
  name: 'AppListing',
  tableName: 'listings',
  schema: 'apps',
  properties: {
    appId: p.integer().primary().autoincrement(false),
    /** What is being edited; the same as `published` while nothing is. */
    draft: p.json<ListingContent>(),
    draftStatus: p.enum(DRAFT_STATUSES),
    /** Counts the changes of the draft. */
    revision: p.integer(),
    published: p.json<ListingContent>().nullable(),
    /** Its developer took it out of the store. */
    isUnlisted: p.boolean().default(false),
    /** Why operators took it out of the store. */
    suspensionReason: p.text().nullable(),
    rejectionReason: p.text().nullable(),
    reviewedBy: p.integer().nullable(),
    submittedAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
  },
});
export type AppListing = InferEntity<typeof AppListing>;

/** A picture that was uploaded for an app's listing. */
export const ListingMedia = defineEntity({
  name: 'ListingMedia',
  tableName: 'listing_media',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    appId: p.integer(),
    kind: p.enum(LISTING_MEDIA_KINDS),
    /** Of the uploaded file, hex. */
    sha256: p.text(),
    /** The announced size. */
    bytes: p.integer(),
    /** Text for those who cannot see it; null if none was announced. */
    alt: p.text().nullable(),
    status: p.enum(UPLOAD_STATUSES),
    /** Why it was rejected (`domain/media.ts`). */
    problem: p.text().nullable(),
    /** How often processing was begun. */
    attempts: p.integer().default(0),
    /** Upright, in pixels; null until it is ready. */
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    /** When it was found to be in no listing any more: its files go, then its row. */
    removedAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
});
export type ListingMedia = InferEntity<typeof ListingMedia>;
