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
    /** argon2id in PHC form. */
    passwordHash: p.text(),
    operator: p.boolean().default(false),
    status: p.text().$type<'unverified' | 'active' | 'locked' | 'deleted'>().default('active'),
    /** When someone proved that the address is theirs. */
    verifiedAt: p.datetime().nullable(),
    locale: p.text().nullable(),
    timeZone: p.text().nullable(),
    /** The password may be someone else's than the address's owner: it is chosen again when the address is confirmed. */
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
    /** When it closes, or did; null while it is active. */
    closesAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    requireSecondFactor: p.boolean().default(false),
    /** Since when an operator of the platform keeps its members from changing anything, and why; null where none does. */
    suspendedAt: p.datetime().nullable(),
    suspensionReason: p.text().nullable(),
    /** Increases each time it is suspended or resumed. */
    suspensionVersion: p.integer().default(0),
  },
});

export type Team = InferEntity<typeof Team>;

/** That an account belongs to a team. */
export const Membership = defineEntity({
  name: 'Membership',
  tableName: 'memberships',
  schema: 'apps',
  properties: {
    accountId: p.integer().primary(),
    teamId: p.integer().primary(),
    role: p.text().$type<Role>().default('owner'),
    /** Properties it is limited to; null for all of them. */
    propertyIds: p.array((id) => Number(id)).nullable(),
    /** Notices that the member unsubscribed from. */
    muted: p.array().$type<NoticeKind[]>().defaultRaw("'{}'"),
    createdAt: p.datetime(),
  },
});

/** A personal access token: its SHA-256, never itself. */
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
    /** Client that got it by the sign-in of a device; null for one made in the panel. */
    clientId: p.text().nullable(),
  },
});

export type AccessToken = InferEntity<typeof AccessToken>;

/** A device that signs in, by the SHA-256 of its two codes. Deleted when its token is issued, and some time after it expired. */
export const DeviceCode = defineEntity({
  name: 'DeviceCode',
  tableName: 'device_codes',
  schema: 'apps',
  properties: {
    deviceCodeHash: p.text().primary(),
    userCodeHash: p.text(),
    clientId: p.text(),
    /** What the device calls itself. */
    name: p.text().nullable(),
    /** Where it asked from. */
    address: p.text(),
    status: p.text().$type<'waiting' | 'approved' | 'denied'>().default('waiting'),
    /** Who decided; null while it waits. */
    accountId: p.integer().nullable(),
    /** Pause it must keep between two polls. */
    intervalSeconds: p.integer(),
    polledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** A session of the host panel, in one browser. Ended sessions are deleted. */
export const HostSession = defineEntity({
  name: 'HostSession',
  tableName: 'host_sessions',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary(),
    accountId: p.integer(),
    /** SHA-256 of what the cookie holds. */
    tokenHash: p.text(),
    /** How it began: `pwd`, and `otp` or `hwk` where a second factor was asked (RFC 8176). */
    amr: p.array(),
    /** Until then it may do what needs a fresh proof of who it is. */
    elevatedUntil: p.datetime().nullable(),
    /** The password was right; it is no one's session until the second factor is, too. */
    awaitsFactor: p.boolean().default(false),
    /** Where it began. */
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

/** Attempts that failed, in a window: its key is a SHA-256 of what it names. */
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

/** An entry of an account's security log. */
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
    address: p.text().nullable(),
    detail: p.text().nullable(),
  },
});

/** A second factor of an account, or one of its recovery codes. */
export const Factor = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    accountId: p.integer(),
    kind: p.text().$type<'totp' | 'passkey' | 'recovery'>(),
    name: p.text().nullable(),
    /** The authenticator app's secret, or the key of the recovery code's digest; sealed to `factorRow(id)`. */
    secretSealed: p.text().nullable(),
    /** argon2id hash of a recovery code made by an earlier release; null otherwise. */
    codeHash: p.text().nullable(),
    /** HMAC-SHA-256 of a recovery code, in base64url. */
    codeDigest: p.text().nullable(),
    credentialId: p.text().nullable(),
    publicKey: p.blob().nullable(),
    /** Signatures of a passkey so far, as its authenticator counts them. */
    counter: p.bigint('number').nullable(),
    transports: p.array().nullable(),
    /** The newest step of an authenticator app whose code was used. */
    lastStep: p.bigint('number').nullable(),
    createdAt: p.datetime(),
    /** Null until a code proved the authenticator app; a recovery code has none. */
    confirmedAt: p.datetime().nullable(),
    usedAt: p.datetime().nullable(),
  },
});

/** What a session was given to sign with a passkey. */
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

/** A link that was mailed: the SHA-256 of its token, never itself. */
export const MailToken = defineEntity({
  name: 'MailToken',
  tableName: 'mail_tokens',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null for the setup link alone. */
    accountId: p.integer().nullable(),
    purpose: p.text().$type<LinkPurpose>(),
    tokenHash: p.text(),
    /** The address that `change` confirms, `undo` restores, or `stop` keeps from being used. */
    email: p.text().nullable(),
    /** `undo` and `stop` remove second factors added since then; null if they remove none. */
    since: p.datetime().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** A link by which one person joins a team: the SHA-256 of its token, never itself. */
export const TeamInvitation = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitations',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    teamId: p.integer(),
    /** Account. */
    invitedBy: p.integer(),
    /** Whom it is for, as the inviter calls them. */
    name: p.text(),
    /** The only address that may use it; null for any. */
    email: p.text().nullable(),
    role: p.text().$type<Role>().default('owner'),
    /** Properties the membership will be limited to; null for all of them. */
    propertyIds: p.array((id) => Number(id)).nullable(),
    /** Token of the mailed link, or of the only one. */
    tokenHash: p.text(),
    /** Token of the link that the inviter saw, if another one was mailed; null in invitations of earlier releases. */
    shownTokenHash: p.text().nullable(),
    status: p.text().$type<'waiting' | 'accepted' | 'revoked'>().default('waiting'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
});
