import { describe, expect, test } from 'vitest';
import { cutRelease, nextRelease, sectionsIn } from '#server/release/changelog.ts';
import { imageName } from '#server/release/packages.ts';

const CHANGELOG = `# Changelog

Introduction.

## 0.5.0 (unreleased)

### Hosts

- Reports.

## 0.4.0 (2026-11-27)

- Requests.
`;

test('a changelog has one section for each version, newest first', () => {
  expect(sectionsIn(CHANGELOG)).toEqual([
    { version: '0.5.0', date: null, text: '### Hosts\n\n- Reports.' },
    { version: '0.4.0', date: '2026-11-27', text: '- Requests.' },
  ]);
});

describe('the next release', () => {
  test('the first section is the next release', () => {
    expect(nextRelease(CHANGELOG).version).toBe('0.5.0');
  });

  test.each([
    [
      'is already released',
      CHANGELOG.replace('unreleased', '2026-12-01'),
      'the first version must be the next one',
    ],
    ['has no entries', CHANGELOG.replace('### Hosts\n\n- Reports.\n\n', ''), '0.5.0 has no entries yet'],
    ["isn't higher than the latest", CHANGELOG.replace('0.5.0', '0.4.0'), '0.4.0 must be higher than 0.4.0'],
    ['is lower in its second number', CHANGELOG.replace('0.5.0', '0.3.9'), '0.3.9 must be higher than 0.4.0'],
    [
      'is lower, compared as numbers',
      CHANGELOG.replace('0.4.0', '0.10.0'),
      '0.5.0 must be higher than 0.10.0',
    ],
    [
      'has a heading without a date',
      CHANGELOG.replace('0.5.0 (unreleased)', 'Unreleased'),
      '"## Unreleased" must be',
    ],
  ])("a version that %s can't be released", (_case, changelog, reason) => {
    expect(() => nextRelease(changelog)).toThrow(reason);
  });

  test('a major version follows any minor one', () => {
    expect(nextRelease(CHANGELOG.replace('0.5.0', '1.0.0')).version).toBe('1.0.0');
  });
});

test('a release dates its section and opens one for the next minor version', () => {
  const cut = cutRelease(CHANGELOG, '2026-12-01');
  expect(sectionsIn(cut)).toEqual([
    { version: '0.6.0', date: null, text: '' },
    { version: '0.5.0', date: '2026-12-01', text: '### Hosts\n\n- Reports.' },
    { version: '0.4.0', date: '2026-11-27', text: '- Requests.' },
  ]);
  expect(() => nextRelease(cut)).toThrow('0.6.0 has no entries yet');
});

test.each([
  ['git+https://github.com/Acme/Platform.git', 'ghcr.io/acme/platform'],
  ['https://github.com/acme/platform', 'ghcr.io/acme/platform'],
])('the image of %s is %s', (url, image) => {
  expect(imageName({ repository: { type: 'git', url } })).toBe(image);
});
