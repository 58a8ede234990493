import { describe, expect, test } from 'vitest';
import {
  type CustomFieldVisibility,
  customFieldToWrite,
  readableFields,
  type StoredCustomField,
} from '#kit/custom-fields.ts';
import type { Viewer } from '#kit/viewer.ts';

const app = (appSlug: string): Viewer => ({
  kind: 'app',
  installId: 1,
  appId: 1,
  appSlug,
  teamId: 1,
  scopes: [],
  capabilities: [],
});
const host: Viewer = {
  kind: 'hostUser',
  accountId: 1,
  sessionId: 1,
  teamId: 1,
  role: 'owner',
  operator: false,
};
const guest: Viewer = { kind: 'public' };
const field = (visibility?: CustomFieldVisibility): StoredCustomField => ({
  namespace: 'tidy',
  key: 'door',
  type: 'string',
  value: '4711',
  ...(visibility ? { visibility } : {}),
});

describe('a custom field', () => {
  test.each([
    ['app', ['tidy']],
    ['host', ['tidy', 'host']],
    ['guest', ['tidy', 'host', 'guest']],
    ['apps', ['tidy', 'host', 'other app']],
  ] as const)('%s visibility lets %j read a custom field', (visibility, readers) => {
    const viewers = { tidy: app('tidy'), host, guest, 'other app': app('rival') };
    const reading = Object.entries(viewers).filter(
      ([, viewer]) => readableFields([field(visibility)], viewer).length,
    );
    expect(reading.map(([name]) => name)).toEqual(readers);
  });

  test('a custom field stored before visibility existed is visible to the host', () => {
    expect(readableFields([field()], host)).toEqual([field('host')]);
    expect(readableFields([field()], app('rival'))).toEqual([]);
  });

  test('rewriting a custom field without a visibility keeps it', () => {
    expect(customFieldToWrite([field('guest')], { ...field(), value: '1' }).visibility).toBe('guest');
    expect(customFieldToWrite([field()], { ...field(), value: '1' }).visibility).toBe('host');
  });

  test('a new custom field without a visibility is private to its app', () => {
    expect(customFieldToWrite([], field()).visibility).toBe('app');
  });
});
