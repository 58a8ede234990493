import { expect, test } from 'vitest';
import { isAppAddress, isOwnAddress } from '#manifest/addresses.ts';

// docs/interface/embedded-pages.md#page: frame-src is pinned to the page's origin; pages can't be on our own
// origins.

const OWN = ['https://panel.example.com', 'http://localhost:4000'];

test.each([
  ['https://panel.example.com/apps', true],
  ['https://PANEL.example.com./apps', true],
  ['https://panel.example.com:8443/', true], // cookies ignore ports
  ['http://localhost:4000/panel', true],
  ['http://127.0.0.1:4000/', true],
  ['http://127.1:4000/', true],
  ['http://[::1]:4000/', true],
  ['http://lakeside.localhost:4000/', true],
  ['http://localhost:3000/board', false], // an app's development address
  ['https://crew.example.com/', false],
  ['https://panel.example.com.evil.test/', false],
  ['https://apps.panel.example.com/', false],
])('%s is one of our own addresses: %s', (page, isOwn) => {
  expect(isOwnAddress(page, OWN)).toBe(isOwn);
});

test.each([
  'https://*.example.com/',
  'https://*/',
  'https://crew.example.com;script-src.evil.test/',
  'https://crew.example.com,evil.test/',
  "https://'none'.example.com/",
])("%s doesn't identify a single host, so it isn't an app's address", (url) => {
  expect(isAppAddress(url, { allowPrivate: true })).toBe(false);
});

test.each([
  'https://crew.example.com/',
  'https://[2001:db8::1]/',
  'https://bücher.example/',
  'https://a_b.example.com/',
])("%s is an app's address", (url) => {
  expect(isAppAddress(url, { allowPrivate: false })).toBe(true);
});
