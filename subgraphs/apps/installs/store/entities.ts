import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { SETTING_SCOPES } from '#manifest/vocabulary.ts';

/** An app on a team: one row per pair, active or not. */
export const Install = defineEntity({
  name: 'Install',
  tableName: 'installs',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    appId: p.integer(),
    teamId: p.integer(),
    isActive: p.boolean(),
    isDevInstall: p.boolean(),
    /** Scopes the host consented to. */
    scopes: p.array(),
    capabilities: p.array(),
    /** Sealed for `webhookSecretRow(install)`. */
    webhookSecretSealed: p.text(),
    /** Until this time, deliveries wait for `forward`. */
    forwardUntil: p.datetime().nullable(),
    /** Time its calls and webhooks stopped because its subscription is unpaid; null while they work. */
    frozenAt: p.datetime().nullable(),
    installedAt: p.datetime(),
    uninstalledAt: p.datetime().nullable(),
    /** Increases with every event about its task types. */
    taskTypesVersion: p.integer().default(0),
    /** Keys of the task types shown to the host at installation. */
    taskTypesSeen: p.array().default([]),
    /** Increases with every change to its settings. */
    settingsVersion: p.integer().default(0),
  },
});

export type Install = InferEntity<typeof Install>;

/** A team's ended use of an app, written when the team installs the app again. */
export const PastInstall = defineEntity({
  name: 'PastInstall',
  tableName: 'past_installs',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    appId: p.integer(),
    installedAt: p.datetime(),
    uninstalledAt: p.datetime(),
  },
});

/** An install's runtime token, stored as SHA-256. */
export const RuntimeToken = defineEntity({
  name: 'RuntimeToken',
  tableName: 'runtime_tokens',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    installId: p.integer(),
    tokenHash: p.text(),
    hint: p.text(),
    createdAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
});

/** Returns the vault row name for an install's webhook secret. */
export const webhookSecretRow = ({ appId, teamId }: Pick<Install, 'appId' | 'teamId'>): string =>
  `install:${appId}:${teamId}:webhook-secret`;

/** A team's value for an app's setting: plain or sealed text. */
export const InstallSetting = defineEntity({
  name: 'InstallSetting',
  tableName: 'install_settings',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    installId: p.integer(),
    per: p.enum(SETTING_SCOPES),
    /** 0 for the install itself. */
    objectId: p.integer(),
    key: p.text(),
    type: p.text(),
    value: p.text().nullable(),
    /** Sealed for `settingRow`. */
    valueSealed: p.text().nullable(),
    /** Last characters of a secret. */
    hint: p.text().nullable(),
    /** Bytes in the key and the value. */
    bytes: p.integer(),
    updatedAt: p.datetime(),
    /** Time when the running version dropped the setting, or the app was uninstalled. */
    removedAt: p.datetime().nullable(),
  },
});

/** The version of an install's settings that last changed the install's own values, or one object's. */
export const SettingVersion = defineEntity({
  name: 'SettingVersion',
  tableName: 'setting_versions',
  schema: 'apps',
  properties: {
    installId: p.integer().primary().autoincrement(false),
    per: p.enum(SETTING_SCOPES).primary(),
    /** 0 for the install itself. */
    objectId: p.integer().primary(),
    version: p.integer(),
  },
});

/** Returns the vault row name for a team's secret. */
export const settingRow = ({
  installId,
  per,
  objectId,
  key,
}: Pick<InferEntity<typeof InstallSetting>, 'installId' | 'objectId' | 'key'> & {
  readonly per: string;
}): string => `install:${installId}:setting:${per}:${objectId}:${key}`;

/** Returns the vault row name for settings that wait for their code's exchange. */
export const codeSettingsRow = (codeHash: string): string => `authorization-code:${codeHash}:settings`;

/** A code for the app to exchange once, stored as SHA-256: a host's consent, or a new install from the store. */
export const AuthorizationCode = defineEntity({
  name: 'AuthorizationCode',
  tableName: 'authorization_codes',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    codeHash: p.text(),
    appId: p.integer(),
    teamId: p.integer(),
    accountId: p.integer(),
    redirectUri: p.text(),
    scopes: p.array(),
    capabilities: p.array(),
    /** PKCE S256 challenge; null if the app sent none. */
    codeChallenge: p.text().nullable(),
    /** The host's settings, as JSON sealed for `codeSettingsRow`; null if there are none, or once used. */
    settingsSealed: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    /** Token it was exchanged for; a second exchange revokes it. */
    runtimeTokenHash: p.text().nullable(),
    /** Install that a code from the store belongs to; null for a host's consent. */
    installId: p.integer().nullable(),
    /** The install's `installedAt` when the store issued the code: the code ends with that installation. */
    installedAt: p.datetime().nullable(),
  },
});

export type AuthorizationCode = InferEntity<typeof AuthorizationCode>;
