import fc from 'fast-check';
import { expect, test } from 'vitest';
import { needsOf } from '#adapters/storefront-pages/injections/policy.ts';
import { headersFor } from '#adapters/storefront-pages/send.ts';
import { readManifest } from '#manifest/manifest.ts';
import { tries } from '../support/seeded.ts';

/** 10,000 with `npm run tool races`; fewer with every change. */
const RUNS = tries(2_000);

const PAGE = { photos: true, styles: "'sha256-page'" };
const host = fc.oneof(
  fc.domain(),
  fc.constantFrom('app.example', '*.example', 'a;b', "a'b", 'a,b', '[::1]', '127.0.0.1', 'localhost', ' '),
);
const path = fc.oneof(
  fc.webPath(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('/a;script-src *;', '/a,b', "/'unsafe-inline'", '/a b', '/%0d%0aset-cookie', '/\r\nx: y'),
);
const url = fc.oneof(
  fc.webUrl(),
  fc
    .tuple(fc.constantFrom('https', 'HTTPS', 'http', 'javascript', 'data', 'blob'), host, path)
    .map(([scheme, name, rest]) => `${scheme}://${name}/${rest}`),
  fc.string({ unit: 'binary' }),
);
const entries = fc.array(
  fc.record({
    handle: fc.stringMatching(/^[a-z]{8}$/),
    kind: fc.constantFrom('frame', 'script', 'link'),
    target: fc.constantFrom('stay.bottom', 'home.top', 'body.end'),
    url,
    integrity: fc.constantFrom(`sha384-${'A'.repeat(64)}`, undefined),
  }),
  { minLength: 1, maxLength: 3 },
);

/** A policy source available to an app: an origin or an address on one, without special characters. */
const SOURCE = /^https:\/\/[a-z0-9._-]+(:\d+)?(\/[^\s;,'"*]*)?$/;

const read = (csp: string) =>
  new Map(csp.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)] as const));

test('no manifest can make a policy invalid or more permissive', () => {
  let accepted = 0;
  fc.assert(
    fc.property(entries, (given) => {
      const { manifest } = readManifest(
        { slug: 'fuzzed', distribution: 'public', injections: given },
        { allowPrivate: false },
      );
      // Input accepted by an older validator is treated as published too.
      const declared = manifest?.declaredInjections ?? given;
      if (manifest) accepted += 1;
      const needs = needsOf(declared.map(({ kind, url: address }) => ({ kind, url: address })));
      const injected = { needs: { ...needs, styles: "'sha256-rules'", script: "'sha256-ours'" } };
      const csp = headersFor(PAGE, injected)['content-security-policy'];
      expect(csp).toMatch(/^[ -~]+$/);
      const policy = read(csp);
      const rest = (name: string) =>
        (policy.get(name) ?? []).filter((source) => !["'self'", "'sha256-ours'"].includes(source));
      for (const name of ['frame-src', 'script-src', 'connect-src'])
        for (const source of rest(name)) expect(source.replace(/^http:/, 'https:')).toMatch(SOURCE);
      const scripts = declared.filter(({ kind }) => kind === 'script');
      expect(rest('script-src').length).toBeLessThanOrEqual(scripts.length);
      expect(rest('frame-src').length).toBeLessThanOrEqual(declared.length - scripts.length);
      const names = ['default-src', 'script-src', 'style-src', 'img-src', 'frame-src', 'connect-src'];
      for (const name of policy.keys())
        expect([...names, 'form-action', 'base-uri', 'frame-ancestors']).toContain(name);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    }),
    { numRuns: RUNS },
  );
  expect(accepted).toBeGreaterThan(0);
});
