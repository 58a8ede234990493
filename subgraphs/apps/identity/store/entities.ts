import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Role } from '#kit/roles.ts';
import type { LinkPurpose } from '../../emails/domain/mail-links.ts';
import type { NoticeKind } from '../../emails/domain/notices.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';

/** A person with a password. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Lower case. */
    email: p.text(),
    name: p.text(),
    /** argon2id in PHC format. */
    passwordHash: p.text(),
    operator: p.boolean().default(false),
    status: p.text().$type<'unverified' | 'active' | 'locked' | 'deleted'>().default('active'),
    /** Time at which someone verified their ownership of the address. */
    verifiedAt: p.datetime().nullable(),
    locale: p.text().nullable(),
    timeZone: p.text().nullable(),
    /**
     * Set if the password may not be from the address's owner: a new one must be chosen when the address is
     * confirmed.
     */
    passwordDisputed: p.boolean().default(false),
    createdAt: p.datetime(),
  },
});

export type Account = InferEntity<typeof Account>;

/** A host's or a developer's company. */
export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    slug: p.text(),
    name: p.text(),
    status: p.text().$type<'active' | 'closing' | 'closed'>().default('active'),
    /** Closing time, past or future; null while the team is active. */
    closesAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    requireSecondFactor: p.boolean().default(false),
    /** Issuer on invoices; null if not set. */
    legalName: p.text().strictNullable(),
    taxId: p.text().strictNullable(),
    address: p.text().strictNullable(),
    /**
     * Time of the suspension by an operator, which stops members from changing anything; the reason is stored
     * with it. Null if not suspended.
     */
    suspendedAt: p.datetime().nullable(),
    suspensionReason: p.text().nullable(),
    /** Increases with each suspension and resumption. */
    suspensionVersion: p.integer().default(0),
  },
});

export type Team = InferEntity<typeof Team>;

/** An account's membership in a team. */
export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  schema: 'apps',
  properties: {
    accountId: p.integer().primary(),
    teamId: p.integer().primary(),
    role: p.text().$type<Role>().default('owner'),
    /** Properties the membership is limited to; null for all. */
    propertyIds: p.array((id) => Number(id)).nullable(),
    /** Notices that the member unsubscribed from. */
    muted: p.array().$type<NoticeKind[]>().defaultRaw("'{}'"),
    createdAt: p.datetime(),
  },
});

/** A personal access token, stored as SHA-256. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary(),
    accountId: p.integer(),
    name: p.text(),
    abilities: p.array(),
    tokenHash: p.text(),
    hint: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** Client that got it through a device sign-in; null for a token created in the panel. */
    clientId: p.text().nullable(),
  },
});

export type AccessToken = InferEntity<typeof AccessToken>;

/**
 * A device sign-in, stored with its two codes' SHA-256. Deleted when its token is issued, or some time after
 * it expires.
 */
export const DeviceCode = defineEntity({
  name: 'DeviceCode',
  tableName: 'device_codes',
  schema: 'apps',
  properties: {
    deviceCodeHash: p.text().primary(),
    userCodeHash: p.text(),
    clientId: p.text(),
    /** Device-supplied name. */
    name: p.text().nullable(),
    /** Network address of the request. */
    address: p.text(),
    status: p.text().$type<'waiting' | 'approved' | 'denied'>().default('waiting'),
    /** Account that decided; null while it waits. */
    accountId: p.integer().nullable(),
    /** Required pause between polls. */
    intervalSeconds: p.integer(),
    polledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** A host panel session in one browser. Ended sessions are deleted. */
export const HostSession = defineEntity({
  name: 'HostSession',
  tableName: 'host_sessions',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary(),
    accountId: p.integer(),
    /** SHA-256 of the cookie's token. */
    tokenHash: p.text(),
    /** Sign-in methods: `pwd`, and `otp` or `hwk` if a second factor was required (RFC 8176). */
    amr: p.array(),
    /** Until then, it can perform actions that require fresh proof of identity. */
    elevatedUntil: p.datetime().nullable(),
    /**
     * True after a correct password, until the second factor is also correct; the session can't be used
     * before then.
     */
    awaitsFactor: p.boolean().default(false),
    /** Network address of the sign-in. */
    address: p.text().strictNullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** Failed attempts in a window; the key is a SHA-256 of the counted names. */
export const SignInFailure = defineEntity({
  name: 'SignInFailure',
  tableName: 'sign_in_failures',
  schema: 'apps',
  properties: {
    key: p.text().primary(),
    failures: p.integer(),
    endsAt: p.datetime(),
  },
});

/** An account's security log entry. */
export const AccountEvent = defineEntity({
  name: 'AccountEvent',
  tableName: 'account_events',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.integer(),
    kind: p.text().$type<AccountEventKind>(),
    at: p.datetime(),
    /** Network address; null for the platform itself. */
    address: p.text().strictNullable(),
    detail: p.text().nullable(),
  },
});

/** An account's second factor or recovery code. */
export const Factor = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    accountId: p.integer(),
    kind: p.text().$type<'totp' | 'passkey' | 'recovery'>(),
    name: p.text().nullable(),
    /** The authenticator app's secret, or the key for the recovery code's digest; sealed for `factorRow(id)`. */
    secretSealed: p.text().nullable(),
    /** argon2id hash of an earlier release's recovery code; null otherwise. */
    codeHash: p.text().nullable(),
    /** Recovery code's HMAC-SHA-256 in base64url. */
    codeDigest: p.text().nullable(),
    credentialId: p.text().nullable(),
    publicKey: p.blob().nullable(),
    /** A passkey's signature count, as reported by its authenticator. */
    counter: p.bigint('number').nullable(),
    transports: p.array().nullable(),
    /** An authenticator app's newest used step. */
    lastStep: p.bigint('number').nullable(),
    createdAt: p.datetime(),
    /** Null until a code confirms the authenticator app; always null for a recovery code. */
    confirmedAt: p.datetime().nullable(),
    usedAt: p.datetime().nullable(),
  },
});

/** A session's challenge to sign with a passkey. */
export const PasskeyChallenge = defineEntity({
  name: 'PasskeyChallenge',
  tableName: 'passkey_challenges',
  schema: 'apps',
  properties: {
    sessionId: p.bigint('number').primary(),
    purpose: p.text().$type<'create' | 'get'>().primary(),
    challenge: p.text(),
    expiresAt: p.datetime(),
  },
});

/** An emailed link, stored as its token's SHA-256. */
export const MailToken = defineEntity({
  name: 'MailToken',
  tableName: 'mail_tokens',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null only for the setup link. */
    accountId: p.integer().nullable(),
    purpose: p.text().$type<LinkPurpose>(),
    tokenHash: p.text(),
    /** Address that `change` confirms, `undo` restores, or `stop` blocks. */
    email: p.text().nullable(),
    /** `undo` and `stop` remove second factors added since then; null if they don't remove any. */
    since: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** A link that lets one person join a team, stored as its token's SHA-256. */
export const TeamInvitation = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitations',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** Inviter's account. */
    invitedBy: p.integer(),
    /** Name that the inviter entered for the invited person. */
    name: p.text(),
    /** The only address allowed to use it; null for any. */
    email: p.text().nullable(),
    role: p.text().$type<Role>().default('owner'),
    /** Properties the membership will be limited to; null for all of them. */
    propertyIds: p.array((id) => Number(id)).nullable(),
    /** Token of the emailed link, or of the only link. */
    tokenHash: p.text(),
    /**
     * Token of the link shown to the inviter, if a different one was emailed; null in earlier releases'
     * invitations.
     */
    shownTokenHash: p.text().nullable(),
    status: p.text().$type<'waiting' | 'accepted' | 'revoked'>().default('waiting'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
});
