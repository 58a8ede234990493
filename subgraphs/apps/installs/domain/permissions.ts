import type { AppType } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import { effectiveScopes } from './grants.ts';

/** A scope or capability, with whether it's requested but not yet granted. */
export interface AskedPermission {
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Returns an app's permissions for a host: all held ones, then newly requested ones. Scopes that its type
 * always has count as held once it's installed (`held` not null).
 */
export function permissionsOf(
  type: AppType,
  asked: Grants | null,
  held: Grants | null,
): readonly AskedPermission[] {
  const has = held ? namesOf(type, held) : [];
  const wants = asked ? namesOf(type, asked).filter((name) => !has.includes(name)) : [];
  return [...has.map((name) => ({ name, isNew: false })), ...wants.map((name) => ({ name, isNew: true }))];
}

/**
 * Returns requested permissions; new if they're missing from the live version or, once installed, from the
 * install.
 */
export function permissionsAsked(
  type: AppType,
  asked: Grants,
  there: Grants | null,
): readonly AskedPermission[] {
  const before = there && namesOf(type, there);
  return namesOf(type, asked).map((name) => ({ name, isNew: before !== null && !before.includes(name) }));
}

/** Returns permissions that an install holds or the live version requests, beyond the current request. */
export function permissionsKept(
  type: AppType,
  asked: Grants,
  held: Grants | null,
): readonly AskedPermission[] {
  const wants = namesOf(type, asked);
  const has = held ? namesOf(type, held) : [];
  return has.filter((name) => !wants.includes(name)).map((name) => ({ name, isNew: false }));
}

const namesOf = (type: AppType, { scopes, capabilities }: Grants): readonly string[] => [
  ...effectiveScopes(type, scopes),
  ...capabilities,
];
