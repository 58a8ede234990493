import { expect, test } from 'vitest';
import { piecesOf } from '#kit/linked-text.ts';

// Foreign text is plain text; its link targets are shown next to it.

const hostsOf = (text: string) =>
  piecesOf(text).flatMap((piece) => (piece.kind === 'link' ? [`${piece.text} -> ${piece.host}`] : []));

test.each([
  ['See https://lakeside.example/a?b=c.', 'https://lakeside.example/a?b=c -> lakeside.example'],
  ['(http://x.example/)', 'http://x.example/ -> x.example'],
  ['https://a.example/@someone', 'https://a.example/@someone -> a.example'],
  ['https://a.example?to=me@b.example', 'https://a.example?to=me@b.example -> a.example'],
  ['http://a.example\\@b.example/', 'http://a.example\\@b.example/ -> a.example'],
  ['https://bаnk.example/', 'https://bаnk.example/ -> xn--bnk-6cd.example'],
  ['HTTPS://A.EXAMPLE:8443/x', 'HTTPS://A.EXAMPLE:8443/x -> a.example:8443'],
])('%s links to %s', (text, link) => {
  expect(hostsOf(text)).toEqual([link]);
});

test.each([
  'http://a@b@host/',
  'https://bank.example@elsewhere.example/',
  'https://@elsewhere.example/',
  'https://bank.example:443@elsewhere.example/',
  'https://bank.example%2f@elsewhere.example/',
  'https://bank.example%40x@elsewhere.example',
  'HTTPS://:@elsewhere.example',
  'http:////bank.example@elsewhere.example',
  'javascript:alert(1)',
  'www.example.com',
  'https://',
  'http://[',
  'data:text/html,x',
  '',
])('"%s" contains no links', (text) => {
  expect(hostsOf(text)).toEqual([]);
});

test('the pieces contain every character in order', () => {
  const text = 'One https://a.example/, two:\nhttp://b.example!! <https://c.example>"https://d.example"';
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
