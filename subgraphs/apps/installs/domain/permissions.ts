import type { AppType } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import { effectiveScopes } from './grants.ts';

/** A scope or a capability, and whether it is asked for without being given yet. */
export interface AskedPermission {
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * What a host is shown of an app: everything it holds, then what it asks for beyond that. Scopes that its kind always has are
 * held as soon as it is installed at all (`held` not null).
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

/** What is asked for; new is what is not there before: in the live version or the install, where there is one. */
export function permissionsAsked(
  type: AppType,
  asked: Grants,
  there: Grants | null,
): readonly AskedPermission[] {
  const before = there && namesOf(type, there);
  return namesOf(type, asked).map((name) => ({ name, isNew: before !== null && !before.includes(name) }));
}

/** What an install holds, or the live version asks for, beyond what is asked for now. */
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
