import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { SETTING_SCOPES } from '#manifest/vocabulary.ts';

/** An app on a team: one row for both, active or not. */
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
    /** What the host consented to. */
    scopes: p.array(),
    capabilities: p.array(),
    /** Sealed to `webhookSecretRow(install)`. */
    webhookSecretSealed: p.text(),
    /** While this lies ahead, deliveries wait for `forward`. */
    forwardUntil: p.datetime().nullable(),
    installedAt: p.datetime(),
    uninstalledAt: p.datetime().nullable(),
    /** Increases with every event about its task types. */
    taskTypesVersion: p.integer().default(0),
    /** Keys of the task types shown to the host at installation. */
    taskTypesSeen: p.array().default([]),
    /** Increases with every change of its settings. */
    settingsVersion: p.integer().default(0),
  },
});

export type Install = InferEntity<typeof Install>;

/** A runtime token of an install: its SHA-256, never itself. */
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

/** The vault's row name of an install's webhook secret. */
export const webhookSecretRow = ({ appId, teamId }: Pick<Install, 'appId' | 'teamId'>): string =>
  `install:${appId}:${teamId}:webhook-secret`;

/** What a team set for an app: a text, or a sealed one. */
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
    /** Sealed to `settingRow`. */
    valueSealed: p.text().nullable(),
    /** End of a secret. */
    hint: p.text().nullable(),
    /** Of the key and the value. */
    bytes: p.integer(),
    updatedAt: p.datetime(),
    /** Since when the version it runs has no such setting, or it is uninstalled. */
    removedAt: p.datetime().nullable(),
  },
});

/** The version of an install's settings that last changed those of the install itself, or of one object. */
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

/** The vault's row name of a secret that a team set. */
export const settingRow = ({
  installId,
  per,
  objectId,
  key,
}: Pick<InferEntity<typeof InstallSetting>, 'installId' | 'objectId' | 'key'> & {
  readonly per: string;
}): string => `install:${installId}:setting:${per}:${objectId}:${key}`;

/** The vault's row name of settings that wait for their code's exchange. */
export const codeSettingsRow = (codeHash: string): string => `authorization-code:${codeHash}:settings`;

/** What a host consented to, for the app to exchange once: its SHA-256, never itself. */
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
    /** PKCE S256; null if the app sent none. */
    codeChallenge: p.text().nullable(),
    /** Settings that the host filled in, as JSON sealed to `codeSettingsRow`; null where there are none, and once it is used. */
    settingsSealed: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    /** The token it was exchanged for, which a second exchange revokes. */
    runtimeTokenHash: p.text().nullable(),
  },
});

export type AuthorizationCode = InferEntity<typeof AuthorizationCode>;
