import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parseAppToml, placeOf, segmentsOf } from '../../cli/manifest/app-toml.ts';
import { spanKey, tomlSpans } from '../../cli/manifest/toml-spans.ts';
import { withSlug } from '../../cli/manifest/write-slug.ts';
import { tomlDocument } from '../support/toml.ts';

/** Returns the inserted piece if `after` is `before` plus one insertion; undefined otherwise. */
function insertion(before: string, after: string): string | undefined {
  const length = after.length - before.length;
  for (let at = 0; at <= before.length; at += 1) {
    const inserted = after.slice(at, at + length);
    if (after === before.slice(0, at) + inserted + before.slice(at) && /^\s*slug/.test(inserted))
      return inserted;
  }
  return undefined;
}

type Leaf = { readonly path: readonly (string | number)[]; readonly value: unknown };

function leavesOf(value: unknown, path: readonly (string | number)[] = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, [...path, index]));
  const isTable = typeof value === 'object' && value !== null && !(value instanceof Date);
  if (!isTable) return [{ path, value }];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

describe('the slug is written back', () => {
  test('writing the slug adds one line and changes nothing else in the file', () => {
    fc.assert(
      fc.property(tomlDocument, (text) => {
        const written = withSlug(text, 'turnover-crew');
        expect(insertion(text, written)?.trim()).toBe('slug = "turnover-crew"');
        expect(parse(written)).toEqual({ ...parse(text), slug: 'turnover-crew' });
      }),
      { numRuns: 2_000 },
    );
  });

  test('writing the slug replaces an existing slug without touching other bytes', () => {
    fc.assert(
      fc.property(tomlDocument, fc.constantFrom('""', "'old'", '"""old"""'), (text, old) => {
        const [mark = '', rest = ''] = text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];
        const before = `${mark}# first\n  slug = ${old}\t# kept\n`;
        expect(withSlug(before + rest, 'new-one')).toBe(before.replace(old, '"new-one"') + rest);
      }),
      { numRuns: 1_000 },
    );
  });

  test("the slug is written after the name with the file's line endings", () => {
    const text = '# mine\r\nname = "App" # seen by hosts\r\n\r\n[oauth]\r\n';
    expect(withSlug(text, 'app')).toBe(
      '# mine\r\nname = "App" # seen by hosts\r\nslug = "app"\r\n\r\n[oauth]\r\n',
    );
  });

  test('the slug is never written into a table called name', () => {
    expect(withSlug('[name]\nfirst = "A"\n', 'app')).toBe('slug = "app"\n[name]\nfirst = "A"\n');
  });

  test("the slug gets its own line if the file doesn't end with a line break", () => {
    expect(withSlug('name = "App"', 'app')).toBe('name = "App"\nslug = "app"');
  });
});

describe('the place of a value', () => {
  test('every value in a document is located', () => {
    fc.assert(
      fc.property(tomlDocument, (text) => {
        const spans = tomlSpans(text);
        for (const { path, value } of leavesOf(parse(text))) {
          const span = spans.get(spanKey(path));
          if (span === undefined) throw new Error(`no span for ${path.join(' . ')}`);
          expect(parse(`x = ${text.slice(span.valueStart, span.valueEnd)}`).x).toEqual(value);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['name', 2, 1],
    ['webhooks[1]', 5, 3],
    ['webhooks.1', 5, 3],
    ['manifest.webhooks.1', 5, 3],
    ['oauth.redirect_uris[0]', 9, 18],
    ['injections[1].target', 13, 3],
    ['injections[1].missing', 12, 1],
    ['webhook_url', 1, 1],
  ])('the value %s is in line %i, column %i', (path, line, column) => {
    const text = [
      '\uFEFF# an app',
      'name = "App"',
      'webhooks = [',
      '  "booking.confirmed", # one',
      '  "task.created",',
      ']',
      '',
      '[oauth]',
      'redirect_uris = ["https://app.example/callback"]',
      '[[injections]]',
      'target = "a"',
      '[[injections]]',
      '  target = "b"',
    ].join('\n');
    expect(placeOf(parseAppToml('app.toml', text), segmentsOf(path))).toEqual({ line, column });
  });

  test.each([
    ['name = "App', 1],
    ['name = "App"\nscopes = [1,\nb = 2', 3],
    ['name = "App"\nname = "Two"', 2],
    ['[oauth\n', 1],
  ])('a syntax error names its line: %j', (text, line) => {
    expect(() => parseAppToml('app.toml', text)).toThrow(new RegExp(`^app\\.toml:${line}:\\d+ \\w`));
  });
});
