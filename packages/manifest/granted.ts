import { GRANTED_IN } from '../../schema/generated/permissions.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../schema/views.ts';
import type { Issue } from './issues.ts';
import { membersOf, type Table } from './values.ts';

/** Returns an issue for each requested scope without fields in the app's pinned version. */
export function scopesWithoutFields(given: Table, defaultApiVersion = DEFAULT_API_VERSION): readonly Issue[] {
  const { api_version: pinned = defaultApiVersion } = membersOf(given.delivery);
  const scopes: readonly unknown[] = Array.isArray(given.scopes) ? given.scopes : [];
  if (!API_VERSIONS.some(({ version }) => version === pinned)) return []; // has its own issue
  return scopes.flatMap((scope, index): readonly Issue[] => {
    const versions = versionsOf(scope);
    const [first] = versions;
    if (first === undefined || versions.some((version) => version === pinned)) return [];
    const path = `scopes[${index}]`;
    const message = `${path} "${scope}" grants nothing in ${pinned}, the app's pinned version. Set delivery.api_version to "${first}", in which it does.`;
    return [{ path, code: 'invalid', message }];
  });
}

/** Dated versions with fields for a scope, oldest first; `write_x` implies `read_x`. */
function versionsOf(scope: unknown): readonly string[] {
  if (typeof scope !== 'string') return [];
  const names = new Set([scope, scope.replace(/^write_/, 'read_')]);
  return [...names]
    .flatMap((name) => (Object.hasOwn(GRANTED_IN, name) ? (GRANTED_IN[name] ?? []) : []))
    .sort();
}
