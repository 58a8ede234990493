import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { DISTRIBUTIONS } from '#manifest/vocabulary.ts';
import { VERSION_STATUSES } from '../../authoring/domain/versions.ts';
import type { PackagedFile } from '../domain/theme-files.ts';

/** A theme that a developer builds. `name` is the live version's, or the first version's until one is live. */
export const Theme = defineEntity({
  name: 'Theme',
  tableName: 'themes',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The developer's account. */
    accountId: p.integer(),
    slug: p.text(),
    name: p.text(),
    distribution: p.enum(DISTRIBUTIONS),
    liveVersionId: p.integer().nullable(),
    createdAt: p.datetime(),
  },
});
export type Theme = InferEntity<typeof Theme>;

/** A theme's package in one push. Its files are in the object store (`packageKey`). */
export const ThemeVersion = defineEntity({
  name: 'ThemeVersion',
  tableName: 'theme_versions',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    themeId: p.integer(),
    /** Numbered 1, 2, 3 and so on within the theme. */
    number: p.integer(),
    /** Version and name in theme.toml. */
    label: p.text(),
    name: p.text(),
    status: p.enum(VERSION_STATUSES),
    /** SHA-256 of the package's paths and contents, hex. */
    sha256: p.text(),
    files: p.json<readonly PackagedFile[]>(),
    settings: p.json<readonly DeclaredSetting[]>(),
    createdAt: p.datetime(),
    submittedAt: p.datetime().nullable(),
    releasedAt: p.datetime().nullable(),
    reviewedBy: p.integer().nullable(),
    rejectionReason: p.text().nullable(),
  },
});
export type ThemeVersion = InferEntity<typeof ThemeVersion>;

/** Returns the object store's key for a checked package. Equal packages share one object, so none is ever removed. */
export const packageKey = (sha256: string): string => `themes/${sha256}.json`;

/** A theme as its developer is changing it, on one storefront and behind a preview link. */
export const ThemeCopy = defineEntity({
  name: 'ThemeCopy',
  tableName: 'theme_copies',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    accountId: p.integer(),
    /** The storefront's id in catalog. */
    storefrontId: p.integer(),
    slug: p.text(),
    /** SHA-256 of the package's paths and contents, hex. */
    sha256: p.text(),
    /** Increases with every change. */
    version: p.integer(),
    updatedAt: p.datetime(),
  },
});
export type ThemeCopy = InferEntity<typeof ThemeCopy>;

/** Returns the object store's key for a copy's package, which each change replaces. */
export const copyKey = (id: number): string => `theme-copies/${id}.json`;
