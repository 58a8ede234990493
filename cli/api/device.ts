import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { EXIT, Failure } from '../failure.ts';
import { isDevelopment } from '../manifest/check.ts';
import { reach } from './client.ts';

/**
 * This command's client id at the authorization server (docs/interface/oauth.md#device-sign-in). It has no
 * secret.
 */
const CLIENT_ID = 'platform-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const LONGEST_NAME = 40;
/** Seconds added to the polling interval when the server requests it (RFC 8628 section 3.5). */
const SLOWER_BY_SECONDS = 5;

const Resource = z.object({ authorization_servers: z.array(z.url()).check(z.minLength(1)) });
const Server = z.object({
  issuer: z.url(),
  device_authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
});
type Server = z.infer<typeof Server>;

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.url(),
  expires_in: z.number(),
  interval: z._default(z.number(), 5),
});
/** Details shown to the person: the code, and the address where they confirm it. */
export type Started = z.infer<typeof Started>;

const Token = z.object({ access_token: z.string() });
const Refusal = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/**
 * Signs in with a code that a person confirms in a browser (RFC 8628); returns the access token. Calls `show`
 * with the code.
 */
export async function signInByDevice(
  apiUrl: string,
  deviceName: string,
  show: (started: Started) => Promise<void>,
): Promise<string> {
  const server = await serverOf(apiUrl);
  const name = deviceName.slice(0, LONGEST_NAME);
  const form = { client_id: CLIENT_ID, scope: 'develop-apps', ...(name === '' ? {} : { device_name: name }) };
  const answer = await post(server.device_authorization_endpoint, form);
  if (!answer.ok) throw refused(answer.json);
  const started = read(Started, answer.json, server.device_authorization_endpoint);
  await show(started);
  return pollForToken(server, started);
}

async function pollForToken(server: Server, started: Started): Promise<string> {
  const endsAt = performance.now() + started.expires_in * 1000;
  const form = { grant_type: DEVICE_GRANT, device_code: started.device_code, client_id: CLIENT_ID };
  let pauseSeconds = started.interval;
  while (performance.now() < endsAt) {
    await sleep(pauseSeconds * 1000);
    const answer = await post(server.token_endpoint, form);
    if (answer.ok) return read(Token, answer.json, server.token_endpoint).access_token;
    const { error } = z.safeParse(Refusal, answer.json).data ?? { error: 'temporarily_unavailable' };
    if (error === 'slow_down') pauseSeconds += SLOWER_BY_SECONDS;
    else if (error === 'temporarily_unavailable')
      pauseSeconds = Math.max(answer.retryAfter, pauseSeconds * 2);
    else if (error !== 'authorization_pending') throw refused(answer.json);
  }
  throw new Failure(EXIT.signedOut, "The code wasn't confirmed in time.", {
    hint: 'Start again: platform login.',
  });
}

/** Revokes a token issued to this command. The server ignores any other token. */
export async function revokeDeviceToken(apiUrl: string, token: string): Promise<void> {
  const server = await serverOf(apiUrl);
  const answer = await post(server.revocation_endpoint, { client_id: CLIENT_ID, token });
  if (!answer.ok) throw refused(answer.json);
}

/**
 * Returns an API's authorization server, as announced by both (RFC 9728, RFC 8414). Codes are sent over plain
 * http only locally.
 */
async function serverOf(apiUrl: string): Promise<Server> {
  const where = new URL('/.well-known/oauth-protected-resource/api/dev', apiUrl);
  const { authorization_servers } = read(Resource, await get(where), where.href);
  const issuer = new URL(authorization_servers[0] ?? apiUrl).origin;
  const metadata = new URL('/.well-known/oauth-authorization-server', issuer);
  const server = read(Server, await get(metadata), metadata.href);
  const endpoints = [server.device_authorization_endpoint, server.token_endpoint, server.revocation_endpoint];
  const trusted = server.issuer === issuer && endpoints.every((url) => new URL(url).origin === issuer);
  if (!trusted) throw new Failure(EXIT.failed, `${metadata.href} describes a server other than ${issuer}.`);
  if (issuer.startsWith('http:') && !isDevelopment(issuer)) {
    throw new Failure(EXIT.failed, `${issuer} isn't https, which a browser sign-in requires.`);
  }
  return server;
}

async function get(url: URL): Promise<unknown> {
  const response = await reach(url, { headers: { accept: 'application/json' } });
  if (response.ok) return response.json().catch(() => undefined);
  await response.body?.cancel();
  throw new Failure(EXIT.failed, `${url.origin} doesn't offer browser sign-in (${response.status}).`, {
    hint: 'Create an access token in the panel and run: platform login --token -',
  });
}

async function post(url: string, form: Readonly<Record<string, string>>) {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
  const response = await reach(new URL(url), {
    method: 'POST',
    headers,
    body: `${new URLSearchParams(form)}`,
  });
  const json: unknown = await response.json().catch(() => undefined);
  return { ok: response.ok, json, retryAfter: Number(response.headers.get('retry-after') ?? 0) };
}

function read<T extends z.ZodMiniType>(schema: T, json: unknown, url: string): z.output<T> {
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return parsed.data;
  throw new Failure(EXIT.failed, `${url} returned an unexpected response.`, {
    hint: 'This command may be older or newer than the API. Check with platform doctor.',
  });
}

function refused(json: unknown): Failure {
  const { error, error_description } = z.safeParse(Refusal, json).data ?? { error: 'unknown_error' };
  return new Failure(EXIT.signedOut, `${error}: ${error_description ?? 'the sign-in was refused.'}`);
}
