import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Role } from '#kit/roles.ts';

/** A person with a password. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
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
    /** Two people signed up with the address before it was confirmed: neither's password is kept. */
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
    id: p.integer().primary(),
    slug: p.text(),
    name: p.text(),
    status: p.text().$type<'active' | 'closing' | 'closed'>().default('active'),
    /** When it closes, or did; null while it is active. */
    closesAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    requireSecondFactor: p.boolean().default(false),
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
    createdAt: p.datetime(),
  },
});

/** A personal access token: its SHA-256, never itself. */
export const AccessToken = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
    accountId: p.integer(),
    name: p.text(),
    abilities: p.array(),
    tokenHash: p.text(),
    hint: p.text(),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
});

export type AccessToken = InferEntity<typeof AccessToken>;

/** A session of the host panel, in one browser. Ended sessions are deleted. */
export const HostSession = defineEntity({
  name: 'HostSession',
  tableName: 'host_sessions',
  schema: 'apps',
  properties: {
    id: p.integer().primary(),
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
