import { msg, t } from '@lingui/core/macro';
import { Refused, RequestFailed, StepUpRequired } from './errors.ts';
import type { Operation, UserError } from './operation.ts';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Nonce for this page's style elements. */
export const styleNonce = meta('style-nonce');

const [frameApp = '', frameOrigin = ''] = meta('frame').split(' ');

/** The only app page that this document can frame; both '' if there isn't one. */
export const frame = { app: frameApp, origin: frameOrigin } as const;

/** The documentation's address, without a trailing slash. */
export const docs = meta('docs');

let csrf = meta('csrf-token');

/** Returns the CSRF token for this browser's session. */
export const csrfToken = (): string => csrf;

/** A signed-in person, as `GET /panel/session` returns them. */
export interface Session {
  readonly csrf_token: string;
  readonly account: { readonly name: string; readonly email: string; readonly operator: boolean };
  readonly teams: readonly Team[];
}

/** A team that the person belongs to. */
export interface Team {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** The person's role on the team. */
  readonly role: TeamRole;
  readonly status: 'active' | 'closing' | 'closed';
  /** True if the person must add a second factor before the panel shows them the team. */
  readonly factorMissing: boolean | null;
  /**
   * Time of and reason for a suspension, during which members can't change anything; null if the team isn't
   * suspended.
   */
  readonly suspension: { readonly at: string; readonly reason: string } | null;
}

/** A role on a team (docs/interface/teams.md#roles). */
export type TeamRole = 'owner' | 'manager' | 'front_desk' | 'housekeeping' | 'revenue' | 'developer';

/** Reads the signed-in person and adopts the session's CSRF token. */
export async function readSession(): Promise<Session> {
  const session: Session = await answer(await request('/panel/session', {}));
  csrf = session.csrf_token;
  return session;
}

/**
 * Runs an operation on the host view for a team ('' for no team) and returns its data; throws if the response
 * has no data.
 */
export async function query<TResult, TVariables>(
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
  team: string,
): Promise<TResult> {
  const response = await post('/panel/graphql', team, { query: operation.text, variables });
  const { data, errors } = await answer<GraphqlAnswer<TResult>>(response);
  const [error] = errors ?? [];
  if (error?.extensions?.code === 'STEP_UP_REQUIRED') {
    throw new StepUpRequired(response.status, error.message);
  }
  if (error) throw new RequestFailed(response.status, isOutdated(error) ? t(OUTDATED) : error.message);
  if (!data) throw new RequestFailed(response.status, t`The response is empty.`);
  return data;
}

/** Returns a session token for an app's embedded page (docs/interface/embedded-pages.md#page). */
export async function readAppSession(app: string, team: string): Promise<string> {
  const response = await post(`/panel/apps/${encodeURIComponent(app)}/session`, team);
  const { token, errors } = await answer<GraphqlAnswer<never> & { readonly token?: string }>(response);
  if (token) return token;
  throw new RequestFailed(response.status, errors?.[0]?.message ?? t`The response is empty.`);
}

/** Runs a mutation; throws `Refused` with its `userErrors` if it changed nothing. */
export async function mutate<TResult extends object, TVariables>(
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
  team: string,
): Promise<TResult> {
  const data = await query(operation, variables, team);
  const refusals = Object.values(data).flatMap(userErrorsOf);
  if (refusals.length) throw new Refused(refusals);
  return data;
}

interface GraphqlAnswer<TResult> {
  readonly data?: TResult | null;
  readonly errors?: readonly GraphqlError[];
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

/** True if the platform doesn't recognize the operation: it was updated after this page loaded. */
const isOutdated = ({ extensions }: GraphqlError) => extensions?.code === 'GRAPHQL_VALIDATION_FAILED';

const OUTDATED = msg`The panel was updated. Reload the page to continue.`;

const TIMEOUT_MS = 20_000;

/** An embedded page waits 5 s for its token. */
const LONGEST_WAIT_SECONDS = 3;

async function post(path: string, team: string, body?: object): Promise<Response> {
  const send = () =>
    request(path, {
      method: 'POST',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        'x-csrf-token': csrf,
        'x-platform-team': team,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const response = await send();
  if (response.status === 429) return soon(response, send);
  if (response.status !== 403) return response;
  // Another tab has since signed in, so this page's token belongs to the previous session.
  const before = csrf;
  await readSession();
  return csrf === before ? response : send();
}

/** Retries a rate-limited operation once if the wait is short; the platform hasn't run it yet. */
async function soon(refusal: Response, send: () => Promise<Response>): Promise<Response> {
  const seconds = Number(refusal.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
  if (seconds > LONGEST_WAIT_SECONDS) return refusal;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return send();
}

async function request(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new RequestFailed(0, t`The platform can't be reached. Check your connection and try again.`, {
      cause,
    });
  }
  if (response.status === 401) {
    const here = location.pathname + location.search;
    location.assign(`/login?${new URLSearchParams({ return_to: here })}`);
  }
  return response;
}

async function answer<TBody>(response: Response): Promise<TBody> {
  if (response.headers.get('content-type')?.includes('json')) return response.json();
  throw new RequestFailed(response.status, t`The request failed with status ${response.status}. Try again.`);
}

const userErrorsOf = (payload: unknown): readonly UserError[] =>
  payload && typeof payload === 'object' && 'userErrors' in payload && Array.isArray(payload.userErrors)
    ? payload.userErrors
    : [];
