import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** Somebody signed in to the host panel, in one browser. Ended sessions are deleted. */
export const HostSession = defineEntity({
  name: 'HostSession',
  tableName: 'host_sessions',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
    accountId: p.integer(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** What a host consented to, for the app to exchange once: its SHA-256, never itself. */
export const AuthorizationCode = defineEntity({
  name: 'AuthorizationCode',
  tableName: 'authorization_codes',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
    codeHash: p.text(),
    appId: p.integer(),
    teamId: p.integer(),
    accountId: p.integer(),
    redirectUri: p.text(),
    scopes: p.array(),
    capabilities: p.array(),
    /** PKCE S256; null where the app sent none. */
    codeChallenge: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    consumedAt: p.datetime().nullable(),
    /** The token it was exchanged for, which a second exchange revokes. */
    runtimeTokenHash: p.text().nullable(),
  },
});
export type AuthorizationCode = InferEntity<typeof AuthorizationCode>;
