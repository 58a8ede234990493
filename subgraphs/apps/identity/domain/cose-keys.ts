import { createPublicKey, type JsonWebKeyInput } from 'node:crypto';

type JsonWebKey = JsonWebKeyInput['key'];

/** A public key in authenticators' format: a CBOR map (RFC 9052). */
export type CoseKey = ReadonlyMap<unknown, unknown>;

const KTY = 1;
const ALG = 3;
/** Key parameters: curve or modulus, x or exponent, and y. */
const [FIRST, SECOND, THIRD] = [-1, -2, -3];

/** Key types and curves (RFC 9053). */
const KIND = { okp: 1, ec2: 2, rsa: 3 } as const;
const CURVE = { p256: 1, ed25519: 6 } as const;

/**
 * Signature algorithms by COSE id: functions that convert a key to a JWK, or return null if it isn't one for
 * the algorithm.
 */
const READERS: ReadonlyMap<unknown, (key: CoseKey) => JsonWebKey | null> = new Map([
  [-8, edwardsKey],
  [-7, p256Key],
  [-257, rsaKey],
]);

/** Algorithms requested from authenticators: EdDSA, ES256 and RS256. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257];

/**
 * True if a key can verify signatures: its algorithm, type and curve match, and it's a valid point or
 * modulus.
 */
export function canSign(key: CoseKey): boolean {
  const jwk = READERS.get(key.get(ALG))?.(key) ?? null;
  if (jwk === null) return false;
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public';
  } catch {
    return false; // OpenSSL refuses a point that isn't on its curve
  }
}

function p256Key(key: CoseKey): JsonWebKey | null {
  const [x, y] = [bytesOf(key, SECOND), bytesOf(key, THIRD)];
  if (key.get(KTY) !== KIND.ec2 || key.get(FIRST) !== CURVE.p256 || x?.length !== 32 || y?.length !== 32)
    return null;
  return { kty: 'EC', crv: 'P-256', x: text(x), y: text(y) };
}

function edwardsKey(key: CoseKey): JsonWebKey | null {
  const x = bytesOf(key, SECOND);
  if (key.get(KTY) !== KIND.okp || key.get(FIRST) !== CURVE.ed25519 || x?.length !== 32) return null;
  return isEdwardsPoint(x) ? { kty: 'OKP', crv: 'Ed25519', x: text(x) } : null;
}

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Y coordinates of the points with order 1, 2, 4 and 8, for which anyone can forge signatures. */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  P - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]);

/** True if 32 bytes are an Ed25519 point (RFC 8032 section 5.1.3): OpenSSL only checks when it verifies. */
function isEdwardsPoint(bytes: Buffer): boolean {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  if (y >= P || SMALL_ORDER.has(y)) return false;
  const squared = (y * y) % P;
  const x2 = ((squared - 1n + P) * power((D * squared + 1n) % P, P - 2n)) % P;
  return power(x2, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

const LEAST_BITS = 2048;
const MOST_BITS = 8192;

function rsaKey(key: CoseKey): JsonWebKey | null {
  const [n, e] = [bytesOf(key, FIRST), bytesOf(key, SECOND)];
  if (key.get(KTY) !== KIND.rsa || !n || !e || e.length > 8 || n.length * 8 > MOST_BITS) return null;
  const [modulus, exponent] = [numberOf(n), numberOf(e)];
  const isOdd = (modulus & exponent & 1n) === 1n;
  if (!isOdd || exponent < 3n || modulus.toString(2).length < LEAST_BITS) return null;
  return { kty: 'RSA', n: text(n), e: text(e) };
}

function bytesOf(key: CoseKey, parameter: number): Buffer | null {
  const value = key.get(parameter);
  return value instanceof Uint8Array && value.length > 0 ? Buffer.from(value) : null;
}

const text = (bytes: Buffer) => bytes.toString('base64url');
const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
