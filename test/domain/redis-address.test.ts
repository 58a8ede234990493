import { expect, test } from 'vitest';
import { redisAddress } from '#kit/redis-address.ts';

test.each([
  ['redis://127.0.0.1:6379', { kind: 'server', url: 'redis://127.0.0.1:6379' }],
  ['rediss://u:p@example.com/2', { kind: 'server', url: 'rediss://u:p@example.com/2' }],
  [
    'redis+sentinel://one:26379,two,[fd00::3]:5/main',
    {
      kind: 'sentinels',
      nodes: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 26_379 },
        { host: 'fd00::3', port: 5 },
      ],
      tls: false,
      primary: 'main',
      database: 0,
    },
  ],
  [
    'rediss+sentinel://user:p%40ss@one/main/3?sentinelPassword=s%26t',
    {
      kind: 'sentinels',
      nodes: [{ host: 'one', port: 26_379 }],
      username: 'user',
      password: 'p@ss',
      tls: true,
      primary: 'main',
      database: 3,
      sentinelPassword: 's&t',
    },
  ],
  [
    'redis+cluster://:secret@one,two:7000',
    {
      kind: 'cluster',
      nodes: [
        { host: 'one', port: 6379 },
        { host: 'two', port: 7000 },
      ],
      password: 'secret',
      tls: false,
    },
  ],
])('the text %s is an address', (text, address) => {
  expect(redisAddress(text)).toEqual(address);
});

test.each([
  ['another scheme', 'http://127.0.0.1:6379'],
  ['no server', 'redis+cluster://'],
  ['an empty server', 'redis+cluster://one,,two'],
  ['an invalid port', 'redis+cluster://one:x'],
  ['sentinels without the name of a primary', 'redis+sentinel://one,two'],
  ['a database that is not a number', 'redis+sentinel://one/main/x'],
  ['more than a database', 'redis+sentinel://one/main/0/1'],
  ['a cluster with a database', 'redis+cluster://one/1'],
])("a text with %s isn't an address", (_what, text) => {
  expect(redisAddress(text)).toBeNull();
});
