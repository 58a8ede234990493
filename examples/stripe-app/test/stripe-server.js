import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Ajv from 'ajv';
import { html } from 'hono/html';
import Stripe from 'stripe';

const read = (file) => JSON.parse(readFileSync(new URL(`./stripe/${file}`, import.meta.url), 'utf8'));
const { paths } = read('openapi.json');
const FIXTURES = read('fixtures.json');

/** Form values are texts, and the document's formats need no check. */
const ajv = new Ajv({ strict: false, coerceTypes: 'array', validateFormats: false, allErrors: true });
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => ({
    method: method.toUpperCase(),
    operationId,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    check: ajv.compile(
      requestBody?.content['application/x-www-form-urlencoded'].schema ?? {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
        ),
      },
    ),
  })),
);

const now = () => Math.floor(Date.now() / 1000);
const newId = (prefix) => `${prefix}_${randomBytes(9).toString('hex')}`;

/**
 * A local Stripe: the operations that the app calls, with requests validated against Stripe's OpenAPI document, its fixtures as
 * responses, idempotency keys, and events signed like Stripe's. The test plays guests and banks. `keys` are the valid secret keys.
 */
export async function startStripe({ keys = ['sk_test_51abcdefghij'] } = {}) {
  const sessions = new Map();
  const intents = new Map();
  const refunds = new Map();
  const disputes = new Map();
  const answers = new Map();
  const stripe = {
    keys,
    sessions,
    intents,
    refunds,
    /** Requests as received: method, path, parameters, idempotency key. */
    requests: [],
    /** All events so far, in order. */
    events: [],
    /** Status for every request while Stripe has an outage; null otherwise. */
    outage: null,
    /** Called after a request had its effect and before the response; a false result drops the connection. */
    beforeAnswer: () => true,
    /** Status of the next refunds. */
    refundStatus: 'succeeded',
    /** Endpoint that receives every event from now on: its URL and signing secret. Without one, the test delivers them. */
    endpoint: null,
  };

  class Refusal extends Error {
    constructor(status, error) {
      super(error.message);
      this.status = status;
      this.error = { type: 'invalid_request_error', ...error };
    }
  }
  const missing = (id) =>
    new Refusal(404, { code: 'resource_missing', message: `No such object: '${id}'`, param: 'id' });
  const find = (map, id) => {
    const found = map.get(id);
    if (!found) throw missing(id);
    return found;
  };
  const withIntent = (session, expand = []) =>
    expand.includes('payment_intent') && session.payment_intent
      ? { ...session, payment_intent: intents.get(session.payment_intent) }
      : session;

  const emit = (type, object) => {
    const event = {
      ...FIXTURES.event,
      id: newId('evt'),
      type,
      created: now(),
      data: { object: structuredClone(object) },
    };
    stripe.events.push(event);
    if (stripe.endpoint) void deliverUntilHandled(stripe.endpoint, event);
    return event;
  };

  const OPERATE = {
    PostCheckoutSessions(params) {
      const { unit_amount: amount, currency } = params.line_items[0].price_data;
      if (params.expires_at < now() + 1_800 || params.expires_at > now() + 86_400)
        throw new Refusal(400, {
          param: 'expires_at',
          message: 'The `expires_at` timestamp must be 30 minutes to 24 hours from now.',
        });
      if (amount > 99_999_999)
        throw new Refusal(400, {
          code: 'amount_too_large',
          message: 'Amount must be no more than 99,999,999.',
        });
      if (amount < 50)
        throw new Refusal(400, { code: 'amount_too_small', message: 'Amount must be at least 50.' });
      const id = newId('cs_test');
      const session = {
        ...FIXTURES['checkout.session'],
        id,
        url: `http://127.0.0.1:${server.address().port}/c/pay/${id}`,
        mode: params.mode,
        status: 'open',
        payment_status: 'unpaid',
        amount_total: amount,
        currency,
        client_reference_id: params.client_reference_id ?? null,
        metadata: params.metadata ?? {},
        expires_at: params.expires_at,
        success_url: params.success_url,
        cancel_url: params.cancel_url,
        created: now(),
        payment_intent: null,
      };
      const line = params.line_items[0].price_data.product_data.name;
      sessions.set(id, { ...session, line, intentMetadata: params.payment_intent_data?.metadata ?? {} });
      return session;
    },
    GetCheckoutSessionsSession: ({ expand }, id) => shown(withIntent(find(sessions, id), expand)),
    PostCheckoutSessionsSessionExpire(_params, id) {
      const session = find(sessions, id);
      if (session.status !== 'open')
        throw new Refusal(400, {
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
        });
      session.status = 'expired';
      emit('checkout.session.expired', shown(session));
      return shown(session);
    },
    GetPaymentIntentsIntent: (_params, id) => find(intents, id),
    PostRefunds({ payment_intent: reference, amount, metadata }) {
      const intent = find(intents, reference);
      const left = intent.amount - refundedOf(reference);
      if (left === 0)
        throw new Refusal(400, {
          code: 'charge_already_refunded',
          message: `Charge ${reference} has already been refunded.`,
        });
      if ((amount ?? left) > left)
        throw new Refusal(400, {
          param: 'amount',
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        });
      return stripe.addRefund(reference, {
        amount: amount ?? left,
        metadata: metadata ?? {},
        status: stripe.refundStatus,
      });
    },
    GetRefunds: ({ payment_intent: of }) => ({
      object: 'list',
      url: '/v1/refunds',
      has_more: false,
      data: [...refunds.values()].filter(({ payment_intent }) => payment_intent === of).reverse(),
    }),
    GetRefundsRefund: (_params, id) => find(refunds, id),
    GetDisputesDispute: (_params, id) => find(disputes, id),
  };
  const shown = ({ line: _, intentMetadata: __, ...session }) => session;
  const refundedOf = (reference) =>
    [...refunds.values()]
      .filter(
        ({ payment_intent, status }) =>
          payment_intent === reference && !['failed', 'canceled'].includes(status),
      )
      .reduce((sum, { amount }) => sum + amount, 0);

  function operate(method, path, params, idempotencyKey) {
    if (stripe.outage) throw new Refusal(stripe.outage, { type: 'api_error', message: 'Stripe is down.' });
    const operation = OPERATIONS.find((one) => one.method === method && one.pattern.test(path));
    if (!operation) throw new Refusal(404, { message: `Unrecognized request URL (${method}: ${path}).` });
    if (!operation.check(params))
      throw new Refusal(400, { code: 'parameter_unknown', message: ajv.errorsText(operation.check.errors) });
    const id = operation.pattern.exec(path)[1];
    const run = () => OPERATE[operation.operationId](params, id);
    if (method !== 'POST' || !idempotencyKey) return run();
    const body = JSON.stringify(params);
    const known = answers.get(idempotencyKey);
    if (!known) {
      const answer = structuredClone(run());
      answers.set(idempotencyKey, { body, answer });
      return answer;
    }
    if (known.body !== body)
      throw new Refusal(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    return known.answer;
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://stripe.invalid');
    const form = await text(request);
    const [, page] = /^\/c\/pay\/(\w+)$/.exec(url.pathname) ?? [];
    if (page)
      return showPage(response, find(sessions, page), request.method === 'POST' && new URLSearchParams(form));
    const idempotencyKey = request.headers['idempotency-key'];
    const params = nested(request.method === 'GET' ? url.searchParams : new URLSearchParams(form));
    stripe.requests.push({ method: request.method, path: url.pathname, params, idempotencyKey });
    const answer = (status, body) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
        .end(JSON.stringify(body));
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!stripe.keys.includes(key))
      return answer(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } });
    try {
      const body = operate(request.method, url.pathname, params, idempotencyKey);
      if ((await stripe.beforeAnswer(url.pathname)) === false) return request.socket.destroy();
      answer(200, body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The official package retries other statuses automatically.
      answer(error.status, { error: error.error });
    }
  });
  /** A guest's visit to a payment page, or their card. */
  const showPage = (response, session, card) => {
    const isDeclined = card && card.get('number').replaceAll(' ', '') !== GOOD_CARD;
    if (!card || isDeclined || session.status !== 'open')
      return response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(String(payPage(session, isDeclined)));
    stripe.pay(session.url);
    response.writeHead(303, { location: session.success_url }).end();
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stripe.url = `http://127.0.0.1:${server.address().port}`;

  /** The session behind a payment page. */
  stripe.sessionAt = (url) => find(sessions, new URL(url).pathname.split('/').at(-1));

  const complete = (session, { status, payment_status }) => {
    const id = newId('pi');
    intents.set(id, {
      ...FIXTURES.payment_intent,
      id,
      amount: session.amount_total,
      currency: session.currency,
      metadata: session.intentMetadata,
      status,
    });
    Object.assign(session, { status: 'complete', payment_status, payment_intent: id });
    return emit('checkout.session.completed', shown(session));
  };
  /** A guest pays by card, after 3-D Secure if their bank requires it. Returns the event. */
  stripe.pay = (url) => {
    const session = stripe.sessionAt(url);
    if (session.status !== 'open') throw new Error(`The page is ${session.status}.`);
    return complete(session, { status: 'succeeded', payment_status: 'paid' });
  };
  /** A guest pays with a delayed method. */
  stripe.payLater = (url) =>
    complete(stripe.sessionAt(url), { status: 'processing', payment_status: 'unpaid' });
  /** The delayed payment succeeds or fails. */
  stripe.arrive = (url) => {
    const session = stripe.sessionAt(url);
    session.payment_status = 'paid';
    intents.get(session.payment_intent).status = 'succeeded';
    return emit('checkout.session.async_payment_succeeded', shown(session));
  };
  stripe.bounce = (url) => {
    const session = stripe.sessionAt(url);
    intents.get(session.payment_intent).status = 'requires_payment_method';
    return emit('checkout.session.async_payment_failed', shown(session));
  };
  /** Stripe's own end of a page. */
  stripe.expire = (url) => {
    const session = stripe.sessionAt(url);
    session.status = 'expired';
    return emit('checkout.session.expired', shown(session));
  };
  /** A refund, e.g. one that a person makes in the dashboard. */
  stripe.addRefund = (reference, { amount, metadata = {}, status = 'succeeded' }) => {
    const intent = find(intents, reference);
    const refund = {
      ...FIXTURES.refund,
      id: newId('re'),
      amount,
      currency: intent.currency,
      payment_intent: reference,
      metadata,
      status,
      created: now(),
    };
    refunds.set(refund.id, refund);
    emit('refund.created', refund);
    return refund;
  };
  stripe.moveRefund = (id, status) => {
    const refund = find(refunds, id);
    refund.status = status;
    if (status === 'failed') refund.failure_reason = 'lost_or_stolen_card';
    return emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
  };
  stripe.dispute = (reference, status, id = newId('du')) => {
    const intent = find(intents, reference);
    const known = disputes.get(id);
    const dispute = {
      ...FIXTURES.dispute,
      id,
      amount: intent.amount,
      currency: intent.currency,
      payment_intent: reference,
      ...known,
      status,
    };
    disputes.set(id, dispute);
    return emit(known ? 'charge.dispute.closed' : 'charge.dispute.created', dispute);
  };
  stripe.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return stripe;
}

/** Sends an event like Stripe. Returns the response's status. */
export async function deliver(endpoint, event, secret, { timestamp = now() } = {}) {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(endpoint, { method: 'POST', headers, body: payload })).status;
}

/** Wait before an event is sent again. */
const AGAIN_MS = 200;

/** Sends an event until the endpoint has handled it, like Stripe. */
async function deliverUntilHandled({ url, secret }, event) {
  while ((await deliver(url, event, secret).catch(() => 0)) !== 200) await sleep(AGAIN_MS);
}

/** Stripe's test card that always succeeds; this server declines all others. */
const GOOD_CARD = '4242424242424242';

/** Renders a payment page with a card form. */
const payPage = ({ status, amount_total, currency, line, cancel_url }, isDeclined) => html`<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Stripe Checkout (local)</title>
  <h1>${line}</h1>
  <p>${currency.toUpperCase()} ${amount_total} in the smallest unit</p>
  ${isDeclined ? html`<p role="alert">Your card was declined.</p>` : ''}
  ${
    status === 'open'
      ? html`<form method="post">
          <label>Card number <input name="number" inputmode="numeric" autocomplete="cc-number" required></label>
          <button>Pay</button>
        </form>`
      : html`<p>This page is ${status}.</p>`
  }
  <a href="${cancel_url}">Back</a>
</html>`;

/** Parses Stripe's form encoding: `metadata[a]=1`, `expand[0]=x`. */
function nested(form) {
  const root = {};
  for (const [name, value] of form) {
    const [first, ...rest] = name.split(/\]?\[|\]$/).filter((part, index) => index === 0 || part !== '');
    let at = root;
    let key = first;
    for (const part of rest) {
      at[key] ??= /^\d+$/.test(part) ? [] : {};
      at = at[key];
      key = part;
    }
    at[key] = value;
  }
  return root;
}
