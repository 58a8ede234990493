import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CoseKey, canSign } from '#subgraphs/apps/identity/domain/cose-keys.ts';

const bytes = (base64url: string | undefined) => Buffer.from(base64url ?? '', 'base64url');
const hex = (text: string) => Buffer.from(text.padEnd(64, '0'), 'hex');

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });

const es256 = (entries: readonly (readonly [number, unknown])[] = []): CoseKey =>
  new Map<number, unknown>([[1, 2], [3, -7], [-1, 1], [-2, bytes(ec.x)], [-3, bytes(ec.y)], ...entries]);
const eddsa = (x: Buffer, entries: readonly (readonly [number, unknown])[] = []): CoseKey =>
  new Map<number, unknown>([[1, 1], [3, -8], [-1, 6], [-2, x], ...entries]);
const rs256 = (n: Buffer, e: Buffer): CoseKey =>
  new Map<number, unknown>([
    [1, 3],
    [3, -257],
    [-1, n],
    [-2, e],
  ]);

const even = Buffer.from(bytes(rsa.n));
even[even.length - 1] = (even.at(-1) ?? 0) & 0xfe;

describe('a key of an authenticator', () => {
  test.each([
    ['ES256', es256()],
    ['EdDSA', eddsa(bytes(ed.x))],
    ['RS256', rs256(bytes(rsa.n), bytes(rsa.e))],
  ])("an authenticator's real %s key can sign", (_name, key) => {
    expect(canSign(key)).toBe(true);
  });

  test.each<readonly [string, CoseKey]>([
    ['no key', new Map()],
    ['an unknown algorithm', es256([[3, -999]])],
    ['a different kind of algorithm', es256([[3, -257]])],
    ['another curve', es256([[-1, 2]])],
    ['a point off its curve', es256([[-3, Buffer.alloc(32, 7)]])],
    [
      'the point at zero',
      es256([
        [-2, Buffer.alloc(32)],
        [-3, Buffer.alloc(32)],
      ]),
    ],
    ['a short coordinate', es256([[-2, bytes(ec.x).subarray(1)]])],
    ['a coordinate that is a string', es256([[-2, 'x'.repeat(32)]])],
    ['an Edwards point of order 1', eddsa(hex('01'))],
    ['an Edwards point of order 4', eddsa(hex('00'))],
    [
      'an Edwards point of order 8',
      eddsa(hex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')),
    ],
    [
      'another Edwards point of order 8',
      eddsa(hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')),
    ],
    ['an Edwards point that is not on the curve', eddsa(hex('02'))],
    ['an Edwards point above the field', eddsa(Buffer.alloc(32, 0xff))],
    ['a Montgomery curve', eddsa(bytes(ed.x), [[-1, 4]])],
    ['an RSA key of 1,024 bits', rs256(bytes(weak.n), bytes(weak.e))],
    ['an even modulus', rs256(even, bytes(rsa.e))],
    ['the exponent 1', rs256(bytes(rsa.n), Buffer.from([1]))],
    ['an even exponent', rs256(bytes(rsa.n), Buffer.from([4]))],
    ['a modulus of 64 KB', rs256(Buffer.alloc(65_536, 0xff), bytes(rsa.e))],
  ])('an authenticator key with %s can never sign', (_name, key) => {
    expect(canSign(key)).toBe(false);
  });
});
