import { describe, expect, test } from 'vitest';
import { permissionsAsked, permissionsOf } from '#subgraphs/apps/installs/domain/permissions.ts';

// docs/interface/apps.md#installs, scope_escalation: the permissions that a host and an operator see as new.

const grants = (scopes: readonly string[], capabilities: readonly string[] = []) => ({
  scopes,
  capabilities,
});
const named = (permissions: readonly { readonly name: string; readonly isNew: boolean }[]) =>
  permissions.map(({ name, isNew }) => (isNew ? `+${name}` : name));

describe('of an install', () => {
  test.each([
    ['what it holds and asks for', grants(['a']), grants(['a']), ['a']],
    ['what it asks for beyond', grants(['a', 'b'], ['c']), grants(['a']), ['a', '+b', '+c']],
    ['what it holds and no longer asks for', grants([]), grants(['a'], ['c']), ['a', 'c']],
    ['all of it where it is not installed', grants(['a'], ['c']), null, ['+a', '+c']],
    ['what it holds where no version is live', null, grants(['a']), ['a']],
  ] as const)('%s', (_what, asked, held, shown) => {
    expect(named(permissionsOf('remote', asked, held))).toEqual(shown);
  });

  test('accepting payments counts as new only before a payment app is installed', () => {
    expect(named(permissionsOf('payment', grants([]), null))).toEqual(['+write_payment_sessions']);
    expect(named(permissionsOf('payment', grants([]), grants([])))).toEqual(['write_payment_sessions']);
  });
});

describe('of a version', () => {
  test.each([
    ['nothing is new in the first', grants(['a'], ['c']), null, ['a', 'c']],
    ['what the live one does not ask for is', grants(['a', 'b']), grants(['a']), ['a', '+b']],
    ['what only the live one asks for is not shown', grants(['a']), grants(['a', 'b']), ['a']],
  ] as const)('%s', (_what, asked, live, shown) => {
    expect(named(permissionsAsked('remote', asked, live))).toEqual(shown);
  });
});
