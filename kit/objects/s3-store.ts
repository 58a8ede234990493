import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { lazily } from '../lazily.ts';
import { Unavailable } from '../unavailable.ts';
import { checkedKey, type NewObject, type ObjectStore } from './object-store.ts';
import type { S3Address } from './s3-address.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Timeout until the response begins, and between two chunks of it. An upload may be as slow as the client
 * that sends it.
 */
const SILENCE_MS = 30_000;
const MAX_CONNECTIONS = 32;

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Stores objects in a bucket. Every request is signed with its body's digest (AWS Signature Version 4) and
 * its length, so a truncated upload isn't stored.
 */
export function openS3Store({ base, region, ...credentials }: S3Address): ObjectStore {
  const agent = lazily(async () => {
    const { Agent } = await import('undici');
    return new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS },
      connections: MAX_CONNECTIONS,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
    });
  });
  /** Signing keys for one day's requests. */
  const signingKeys = new Map<string, ArrayBuffer>();

  async function send(method: 'GET' | 'PUT' | 'DELETE', key: string, object?: NewObject) {
    const url = base + checkedKey(key);
    const headers = {
      'x-amz-content-sha256': object?.sha256 ?? EMPTY_SHA256,
      ...(object && { 'content-type': object.contentType, 'content-length': String(object.bytes) }),
    };
    const signer = { ...credentials, region, service: 's3', cache: signingKeys };
    const signed = await new AwsV4Signer({ ...signer, method, url, headers }).sign();
    const body = object?.body ?? null;
    return ask(await agent.get(), { method, url, headers: Object.fromEntries(signed.headers), body });
  }

  return {
    async put(key, object) {
      const answer = await send('PUT', key, object);
      await expectStatus(answer, [200], `PUT ${key}`);
    },
    async get(key) {
      const answer = await send('GET', key);
      if (answer.statusCode === 200) {
        return { body: answer.body, bytes: Number(answer.headers['content-length']) };
      }
      await expectStatus(answer, [404], `GET ${key}`);
      return null;
    },
    async remove(keys) {
      for (const key of keys) {
        const answer = await send('DELETE', key);
        await expectStatus(answer, [200, 204, 404], `DELETE ${key}`);
      }
    },
  };
}

interface Question {
  readonly method: Dispatcher.HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Uint8Array | null;
}

/** An unreachable service counts as unavailable; a failed body is the sender's own error. */
async function ask(agent: Dispatcher, { url, ...options }: Question): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  try {
    return await agent.request({ ...options, origin, path: `${pathname}${search}` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // undici throws Errors
    if (code !== undefined && UNREACHABLE.test(code))
      throw new Unavailable("The photo storage isn't responding.", { cause: error });
    throw error;
  }
}

const UNREACHABLE =
  /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|UND_ERR_(CONNECT|HEADERS)_TIMEOUT|UND_ERR_SOCKET)/;

async function expectStatus(
  { statusCode, body }: Dispatcher.ResponseData,
  expected: readonly number[],
  what: string,
): Promise<void> {
  const text = await body.text();
  if (expected.includes(statusCode)) return;
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? 'no code';
  throw new Unavailable(`The photo storage returned ${statusCode} (${code}) for ${what}.`);
}
