import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Deliberate faults in an authenticator; omitted members are correct. */
export interface Misbehaviour {
  /** Origin reported by the browser. */
  readonly origin?: string;
  /** Challenge signed in place of the requested one. */
  readonly challenge?: string;
  /** Reported counter. */
  readonly counter?: number;
  /** Signed relying party. */
  readonly rpId?: string;
  /** Additional browser data, such as the surrounding page's origin. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** The public key in place of its own, as COSE. */
  readonly key?: ReadonlyMap<number, number | Buffer>;
  /** Transports for browsers. */
  readonly transports?: readonly string[];
}

/** A passkey in software: the combined responses from a browser and its authenticator (WebAuthn, ES256). */
export interface Authenticator {
  readonly id: string;
  readonly create: (options: string, wrong?: Misbehaviour) => string;
  readonly get: (options: string, wrong?: Misbehaviour) => string;
}

/** Creates an authenticator for pages at an origin. */
export function newAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, wrong: Misbehaviour) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
        ...wrong.client,
      }),
    );
  const authData = (rpId: string, attested: Buffer, wrong: Misbehaviour) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    const flags = Buffer.from([attested.length ? 0x41 : 0x01]); // user present
    return Buffer.concat([sha256(wrong.rpId ?? rpId), flags, count, attested]);
  };
  const answer = (response: object) =>
    JSON.stringify({
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    });

  return {
    id: text(id),
    create(options, wrong = {}) {
      const { challenge, rp } = JSON.parse(options);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        wrong.key ? cbor(wrong.key) : key,
      ]);
      const data = authData(rp.id, attested, wrong);
      const client = clientData('webauthn.create', challenge, wrong);
      const object = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return answer({
        clientDataJSON: text(client),
        attestationObject: text(object),
        transports: wrong.transports ?? ['internal'],
      });
    },
    get(options, wrong = {}) {
      const { challenge, rpId } = JSON.parse(options);
      const client = clientData('webauthn.get', challenge, wrong);
      const data = authData(rpId, Buffer.alloc(0), wrong);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
      });
    },
  };
}

const text = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** The subset of CBOR (RFC 8949) that attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].map(([key, one]) => Buffer.concat([cbor(key), cbor(one)]));
  return Buffer.concat([head(5, entries.length), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
