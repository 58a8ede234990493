import { describe, expect, test } from 'vitest';
import { readManifest } from '#manifest/manifest.ts';

const PRODUCTION = { allowPrivate: false, ownOrigins: ['https://platform.example'] };
const SHA = `sha384-${'A'.repeat(64)}`;
const frame = { handle: 'reviews', target: 'stay.bottom', url: 'https://app.example/reviews' };
const script = { handle: 'chat', kind: 'script', url: 'https://app.example/chat.js', integrity: SHA };
const meta = { name: 'google-site-verification', content: 'abc-123' };

const issuesOf = (entry: unknown, more: object = {}) =>
  readManifest({ ...more, injections: [frame, entry] }, PRODUCTION).issues;

describe('[[injections]]', () => {
  test("an entry's omitted fields have default values", () => {
    const { manifest } = readManifest({ injections: [frame] }, PRODUCTION);
    expect(manifest?.declaredInjections).toEqual([
      {
        handle: 'reviews',
        name: 'reviews',
        kind: 'frame',
        target: 'stay.bottom',
        lazy: false,
        url: 'https://app.example/reviews',
        integrity: null,
        height: { min: 0, max: 400 },
        consent: 'necessary',
        autoPlace: false,
        meta: null,
      },
    ]);
  });

  test("a public app's script goes to the end of the body", () => {
    const given = { slug: 'chat-app', distribution: 'public', injections: [script] };
    expect(readManifest(given, PRODUCTION).manifest?.declaredInjections).toMatchObject([
      { kind: 'script', target: 'body.end', integrity: SHA },
    ]);
  });

  test.each<[title: string, entry: object, path: string, code: string]>([
    ['without a handle', { target: 'home.top', url: frame.url }, 'handle', 'required'],
    ['with the handle of another', frame, 'handle', 'invalid'],
    ['of an unknown kind', { ...frame, handle: 'x', kind: 'popup' }, 'kind', 'unknown'],
    ['at an unknown target', { ...frame, handle: 'x', target: 'payment.top' }, 'target', 'TARGET_UNKNOWN'],
    ['without a target', { handle: 'x', url: frame.url }, 'target', 'required'],
    [
      'of a link on bookings',
      { ...frame, handle: 'x', kind: 'link', target: 'booking.after' },
      'target',
      'TARGET_UNKNOWN',
    ],
    ['without a url', { handle: 'x', target: 'home.top' }, 'url', 'required'],
    ['over plain http', { ...frame, handle: 'x', url: 'http://app.example/' }, 'url', 'invalid_url'],
    ['on an IPv6 address', { ...frame, handle: 'x', url: 'https://[2001:db8::1]/' }, 'url', 'invalid_url'],
    [
      'on a host that ends a policy',
      { ...frame, handle: 'x', url: 'https://a;b.example/' },
      'url',
      'invalid_url',
    ],
    [
      'on the platform',
      { ...frame, handle: 'x', url: 'https://platform.example/x' },
      'url',
      'ORIGIN_IS_OURS',
    ],
    ['higher than a frame may be', { ...frame, handle: 'x', height: { max: 1201 } }, 'height.max', 'invalid'],
    ['with a max below its min', { ...frame, handle: 'x', height: { min: 9, max: 8 } }, 'height', 'invalid'],
    ['with a name over 40 characters', { ...frame, handle: 'x', name: 'n'.repeat(41) }, 'name', 'invalid'],
    ['with an unknown consent', { ...frame, handle: 'x', consent: 'all' }, 'consent', 'unknown'],
    [
      'of a meta element that is not known',
      { handle: 'x', kind: 'meta', meta: { ...meta, name: 'refresh' } },
      'meta.name',
      'unknown',
    ],
    [
      'of a meta element with markup',
      { handle: 'x', kind: 'meta', meta: { ...meta, content: '"><b>' } },
      'meta.content',
      'invalid',
    ],
  ])('an entry %s is refused at its path', (_title, entry, path, code) => {
    expect(issuesOf(entry)).toEqual([
      { path: `injections[1].${path}`, code, message: expect.stringMatching(/injections\[1\]|known/) },
    ]);
  });

  test("a script without its bytes' hash is refused", () => {
    const { integrity: _integrity, ...bare } = script;
    const issues = issuesOf(bare, { slug: 'chat-app', distribution: 'public' });
    expect(issues).toMatchObject([{ path: 'injections[1].integrity', code: 'INTEGRITY_REQUIRED' }]);
  });

  test("a private app's script is refused", () => {
    expect(issuesOf(script)).toMatchObject([
      { path: 'injections[1].kind', code: 'SCRIPT_NEEDS_REVIEW', message: /frame/ },
    ]);
  });

  test('at most 50 entries are accepted', () => {
    const many = Array.from({ length: 51 }, (_, n) => ({ ...frame, handle: `h${n}` }));
    expect(readManifest({ injections: many }, PRODUCTION).issues).toMatchObject([{ path: 'injections' }]);
    expect(readManifest({ injections: many.slice(1) }, PRODUCTION).issues).toEqual([]);
  });
});
