import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { LODGING_CODECS } from '#adapters/lodging/codecs.ts';
import { validatorFor } from '../judges/official-schemas.ts';
import { LODGING_DRAFT, LODGING_SCHEMAS } from '../judges/ucp-lodging-schemas.ts';
import { type HttpAnswer, type StorefrontHttp, storefrontHttp } from './agent.ts';
import { LODGING_RULES } from './lodging-rules.ts';

export const PIN = '0030fd7';
export const LODGING = '/api/ucp/lodging/booking-sessions';
export const PROFILE = 'https://agent.example/.well-known/ucp';

/** A booking session with the fields that tests read. */
export interface LodgingSession {
  readonly ucp: { readonly version: string; readonly status: string };
  readonly id: string;
  readonly status: string;
  readonly property: { readonly id: string; readonly name: string };
  readonly stays: readonly {
    readonly id: string;
    readonly stay_dates: { readonly start_date: string; readonly end_date: string };
    readonly accommodation_type: { readonly id: string; readonly title: string; readonly capacity?: object };
    readonly rate_plan: { readonly id: string; readonly title: string; readonly description?: string };
    readonly occupancy?: object;
    readonly guest_assignments?: readonly object[];
    readonly totals: readonly LodgingTotal[];
  }[];
  readonly booker?: object;
  readonly guests?: readonly object[];
  readonly currency: string;
  readonly totals: readonly LodgingTotal[];
  readonly payment: {
    readonly terms: readonly {
      readonly schedules: readonly { readonly type: string; readonly amount: number }[];
    }[];
  };
  readonly messages: readonly LodgingMessage[];
  readonly policies: readonly { readonly type: string; readonly refundability: string }[];
  readonly continue_url?: string;
  readonly confirmation?: {
    readonly id: string;
    readonly label: string;
    readonly pincode: string;
    readonly permalink_url: string;
  };
}

export interface LodgingTotal {
  readonly type: string;
  readonly amount: number;
  readonly lines?: readonly { readonly amount: number }[];
}

export interface LodgingMessage {
  readonly type: string;
  readonly code: string;
  readonly content: string;
  readonly severity?: string;
  readonly presentation?: string;
  readonly path?: string;
}

/** An agent at a storefront's REST binding. Every response is checked against the draft's rules. */
export interface LodgingAgent {
  readonly http: StorefrontHttp;
  readonly create: (booking: object, key?: string) => Promise<LodgingSession>;
  readonly get: (id: string) => Promise<LodgingSession>;
  readonly update: (id: string, booking: object, key?: string) => Promise<LodgingSession>;
  readonly complete: (id: string, key?: string) => Promise<LodgingSession>;
  readonly cancel: (id: string, key?: string) => Promise<LodgingSession>;
  /** Sends anything; the response is only checked against the rules. */
  readonly send: (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<HttpAnswer>;
}

/** `heard` receives every response. */
export function lodgingAgent(
  address: string,
  host: string,
  heard: (method: string, path: string, answer: unknown) => void = () => {},
): LodgingAgent {
  const http = storefrontHttp(address, host);

  const send: LodgingAgent['send'] = async (method, path, body, headers = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await http.send(
      method,
      path.startsWith('/') ? path : `${LODGING}/${path}`,
      {
        'ucp-agent': `profile="${PROFILE}"`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      text as string | undefined,
    );
    expectDraft(answer.json);
    heard(method, path, answer.json);
    return answer;
  };

  async function session(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    key?: string,
  ): Promise<LodgingSession> {
    const { status, json } = await send(
      method,
      path,
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    );
    expect(status, JSON.stringify(json)).toBe(path === LODGING ? 201 : 200);
    return json as LodgingSession;
  }

  return {
    http,
    send,
    create: (booking, key) => session('POST', LODGING, booking, key),
    get: (id) => session('GET', id),
    update: (id, booking, key) => session('PUT', id, booking, key),
    complete: (id, key = crypto.randomUUID()) => session('POST', `${id}/complete`, {}, key),
    cancel: (id, key = crypto.randomUUID()) => session('POST', `${id}/cancel`, {}, key),
  };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const holds = ajv.compile(LODGING_RULES);
const isPublished = ajv.compile({ anyOf: [LODGING_CODECS[PIN].output, { required: ['messages'] }] });

/** The official schemas, if this machine has them. */
const official = process.env[LODGING_DRAFT.variable] ? validatorFor(LODGING_DRAFT) : null;

/**
 * Checks a response against the draft's rules that a schema can express, and its sums; and against the
 * official schemas if available.
 */
export function expectDraft(answer: unknown): void {
  expect(holds(answer), ajv.errorsText(holds.errors)).toBe(true);
  expect(isPublished(answer), ajv.errorsText(isPublished.errors)).toBe(true);
  const session = answer as LodgingSession;
  const schema = LODGING_SCHEMAS[session.ucp.status === 'error' ? 'error' : 'booking'];
  if (official) expect(official.validate(schema, answer), official.errorsText()).toBe(true);
  if (session.ucp.status === 'error') return;
  const total = totalOf(session.totals);
  for (const { schedules } of session.payment.terms) expect(sum(schedules)).toBe(total);
  for (const totals of [session.totals, ...session.stays.map((stay) => stay.totals)]) {
    expect(sum(totals.filter(({ type }) => type !== 'total'))).toBe(totalOf(totals));
    for (const { amount, lines } of totals) if (lines) expect(sum(lines)).toBe(amount);
  }
}

const sum = (entries: readonly { readonly amount: number }[]) =>
  entries.reduce((all, { amount }) => all + amount, 0);

export const totalOf = (totals: readonly LodgingTotal[]): number =>
  totals.find(({ type }) => type === 'total')?.amount ?? Number.NaN;
