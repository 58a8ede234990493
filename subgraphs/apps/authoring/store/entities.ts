import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Documents } from '#kit/registered-documents.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { APP_BILLINGS, APP_TYPES, DISTRIBUTIONS } from '#manifest/vocabulary.ts';
import { VERSION_STATUSES } from '../domain/versions.ts';

/** An app that a developer builds. `name` is the live version's, or the first version's until one is live. */
export const App = defineEntity({
  name: 'App',
  tableName: 'apps',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
    /** The developer's account. */
    accountId: p.integer(),
    slug: p.text(),
    name: p.text(),
    type: p.enum(APP_TYPES),
    distribution: p.enum(DISTRIBUTIONS),
    billing: p.enum(APP_BILLINGS).default('free'),
    clientId: p.text(),
    /** Sealed for the row `clientSecretRow(clientId)`. */
    clientSecretSealed: p.text(),
    liveVersionId: p.integer().nullable(),
    /** The API version pinned by manifests that don't choose one; null in apps from before 2027-01. */
    defaultApiVersion: p.text().nullable(),
    createdAt: p.datetime(),
    /** When the last email about rising failures was sent; null before the first. */
    failuresMailedAt: p.datetime().nullable(),
  },
});
export type App = InferEntity<typeof App>;

/** An app's declaration in one push. */
export const AppVersion = defineEntity({
  name: 'AppVersion',
  tableName: 'app_versions',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
    appId: p.integer(),
    /** Numbered 1, 2, 3 and so on within the app. */
    number: p.integer(),
    status: p.enum(VERSION_STATUSES),
    manifest: p.json<Manifest>(),
    /** GraphQL texts by id; null if it registers none. Loaded only on request, because they can be large. */
    documents: p.json<Documents>().lazy().nullable(),
    /** True if it requests more than the version that was live when this one was pushed or last released. */
    scopeEscalation: p.boolean(),
    createdAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    releasedAt: p.datetime().nullable(),
    reviewedBy: p.integer().nullable(),
    rejectionReason: p.text().nullable(),
  },
});
export type AppVersion = InferEntity<typeof AppVersion>;

/** Returns the vault row name for an app's client secret. */
export const clientSecretRow = (clientId: string): string => `app:${clientId}:client-secret`;
