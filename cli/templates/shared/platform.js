// Client for the platform's API, and signature checks for its requests. Plain Node 20.6 or later, no dependencies.
import { createHmac, timingSafeEqual } from 'node:crypto';

const API_URL = process.env.PLATFORM_API_URL ?? 'http://localhost:4000';
const API_VERSION = process.env.PLATFORM_API_VERSION ?? 'YYYY-MM';
const TOLERANCE_SECONDS = 300;
const LARGEST_BODY = 1_000_000;

/** Returns a required environment variable. */
export function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: platform install --env .env writes it.`);
  return value;
}

/** Reads a request's raw body. The signature covers these bytes, so verify it before parsing. */
export async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('The request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Checks the platform's signature of a body, and that its timestamp is at most five minutes off. */
export function isFromPlatform(headers, body, secret) {
  const timestamp = headers['x-platform-timestamp'] ?? '';
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  const expected = Buffer.from(`sha256=${hmac}`);
  const given = Buffer.from(headers['x-platform-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Runs a GraphQL document with the install's runtime token and returns its data. */
export async function graphql(query, variables) {
  const response = await fetch(`${API_URL}/developer/api/${API_VERSION}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${required('PLATFORM_RUNTIME_TOKEN')}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors.map((error) => error.message).join(' '));
  return data;
}
