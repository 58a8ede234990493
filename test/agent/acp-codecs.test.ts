import { describe, expect, test } from 'vitest';
import type { AcpCheckoutFragment } from '#adapters/rest/acp/generated.ts';
import { RESPONSES } from '#adapters/rest/acp/session-schema.ts';
import { acp20260130 } from '#adapters/rest/acp/versions/2026-01-30.ts';
import { acp20260417 } from '#adapters/rest/acp/versions/2026-04-17.ts';
import type { Storefront } from '#adapters/storefront.ts';
import { ProtocolError } from '#kit/errors.ts';

const CODECS = [acp20260417, acp20260130] as const;
const ID = '5c1a7b52-3f0f-4a58-9f3e-4c8f0a8e2d11';

const storefront: Storefront = {
  id: '1',
  teamId: '1',
  domain: 'lakeside.localhost',
  name: 'Lakeside',
  locale: 'en',
  status: 'live',
  agentBookings: true,
  instantBooking: true,
  guestCancellation: true,
  paused: false,
  maintenanceRetryAfter: 600,
  acpEnabled: true,
  lodgingDraft: false,
  guestChanges: 'off',
  policies: [
    { kind: 'terms_of_service', title: 'Terms' },
    { kind: 'refund_policy', title: 'Refunds' },
  ],
  look: null,
  theme: null,
  clientAddress: '198.51.100.7',
  asked: null,
  baseUrl: 'https://lakeside.test',
};

const checkout: AcpCheckoutFragment = {
  id: ID,
  status: 'completed',
  currency: 'EUR',
  lines: [
    {
      id: 'line-1',
      itemId: 'stay:1:2027-03-01:2027-03-09:2:0',
      title: 'Lake cabin',
      quantity: 2,
      unitPrice: 80_000,
      base: 160_000,
      discount: 16_000,
      subtotal: 144_000,
      tax: 11_520,
      total: 155_520,
    },
  ],
  buyer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: null },
  totals: [
    { kind: 'subtotal', label: 'Accommodation', amount: 160_000 },
    { kind: 'discount', label: 'Weekly discount', amount: -16_000 },
    { kind: 'fee', label: 'Cleaning', amount: 5_000 },
    { kind: 'fee', label: 'Linen', amount: 1_000 },
    { kind: 'tax', label: 'City tax', amount: 11_520 },
    { kind: 'total', label: 'Total', amount: 161_520 },
  ],
  messages: [
    { type: 'info', code: 'payment_required', content: 'Held until paid.', param: null, severity: null },
  ],
  order: {
    reference: 'BK-7Q4M2XAB',
    permalinkId: '0b6c1c35-55a7-4c3a-8a0f-6a5a1f0f9b1e',
  },
};

describe('a session in the ACP form', () => {
  test('an ACP session has exactly the fields in its contract plus the official ones', () => {
    expect(acp20260417.session(checkout, storefront)).toEqual({
      id: ID,
      status: 'completed',
      currency: 'eur',
      line_items: [
        {
          id: 'line-1',
          item: { id: 'stay:1:2027-03-01:2027-03-09:2:0', quantity: 2 },
          quantity: 2,
          name: 'Lake cabin',
          unit_amount: 80_000,
          base_amount: 160_000,
          discount: 16_000,
          subtotal: 144_000,
          tax: 11_520,
          total: 155_520,
          totals: [
            { type: 'items_base_amount', display_text: 'Accommodation', amount: 160_000 },
            { type: 'discount', display_text: 'Discount', amount: 16_000 },
            { type: 'subtotal', display_text: 'Subtotal', amount: 144_000 },
            { type: 'tax', display_text: 'Taxes', amount: 11_520 },
            { type: 'total', display_text: 'Total', amount: 155_520 },
          ],
        },
      ],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      totals: [
        { type: 'items_base_amount', display_text: 'Accommodation', amount: 160_000 },
        { type: 'discount', display_text: 'Weekly discount', amount: 16_000 },
        { type: 'subtotal', display_text: 'Subtotal', amount: 144_000 },
        { type: 'fee', display_text: 'Cleaning', amount: 5_000 },
        { type: 'fee', display_text: 'Linen', amount: 1_000 },
        { type: 'tax', display_text: 'City tax', amount: 11_520 },
        { type: 'total', display_text: 'Total', amount: 161_520 },
      ],
      fulfillment_options: [],
      messages: [
        { type: 'info', code: 'payment_required', content_type: 'plain', content: 'Held until paid.' },
      ],
      links: [
        { type: 'terms_of_use', title: 'Terms', url: 'https://lakeside.test/policies/terms_of_service' },
        { type: 'return_policy', title: 'Refunds', url: 'https://lakeside.test/policies/refund_policy' },
      ],
      capabilities: { payment: { handlers: [] }, interventions: { supported: [] }, extensions: [] },
      order: {
        id: 'BK-7Q4M2XAB',
        checkout_session_id: ID,
        permalink_url: 'https://lakeside.test/bookings/0b6c1c35-55a7-4c3a-8a0f-6a5a1f0f9b1e',
      },
    });
  });

  test.each([
    ['incomplete', 'not_ready_for_payment'],
    ['ready_for_complete', 'ready_for_payment'],
    ['complete_in_progress', 'complete_in_progress'],
    ['completed', 'completed'],
    ['canceled', 'canceled'],
  ] as const)('the session status %s becomes %s', (status, expected) => {
    const session = acp20260417.session({ ...checkout, status }, storefront);
    expect(session.status).toBe(expected);
    expect('order' in session).toBe(status === 'completed');
  });

  test.each([
    ['no buyer', null, false],
    ['no email address', { ...checkout.buyer, email: null }, false],
    ['an invalid email address', { ...checkout.buyer, email: 'ada@' }, false],
    [
      'only an email address',
      { firstName: null, lastName: null, email: 'a.b+c@x.co', phoneNumber: null },
      true,
    ],
  ])('a buyer is included only with a usable email address: %s (%#)', (_what, buyer, shown) => {
    const session = acp20260417.session(
      { ...checkout, buyer: buyer as AcpCheckoutFragment['buyer'] },
      storefront,
    );
    expect('buyer' in session).toBe(shown);
  });
});

test.each([
  ['warning', 'price_changed', 'price_change'],
  ['error', 'out_of_stock', 'out_of_stock'],
  ['info', 'payment_required', 'payment_required'],
  ['info', 'hold_released', undefined],
] as const)('the %s message %s has the code %s', (type, code, expected) => {
  const messages = [{ type, code, content: 'So it is.', param: null, severity: null }];
  const [printed] = acp20260417.session({ ...checkout, messages }, storefront).messages;
  expect(printed?.code).toBe(expected);
});

describe('the published schemas', () => {
  const message = { type: 'error', code: 'missing', content: 'No buyer.', param: '$.buyer' } as const;
  const SEVERITIES = ['recoverable', 'requires_buyer_input', 'unrecoverable', null] as const;
  const STATUSES = [
    'incomplete',
    'ready_for_complete',
    'complete_in_progress',
    'completed',
    'canceled',
  ] as const;

  test.each(CODECS)(
    "sessions and errors of $version have exactly the fields of the version's schema",
    (codec) => {
      const { session, error } = RESPONSES[codec.version];
      for (const status of STATUSES) {
        const messages = SEVERITIES.map((severity) => ({ ...message, severity }));
        const printed = codec.session({ ...checkout, status, messages }, storefront);
        expect(session.parse(printed)).toEqual(printed);
      }
      for (const [status, details] of [
        [400, { param: '$.buyer', supportedVersions: ['2026-04-17'] }],
        [409, {}],
        [500, {}],
        [503, {}],
      ] as const) {
        const { body } = codec.error(new ProtocolError(status, 'idempotency_conflict', 'No.', details));
        expect(error.parse(body)).toEqual(body);
      }
    },
  );

  test("the older version's schema refuses a message's resolution", () => {
    const messages = [{ ...message, severity: 'recoverable' as const }];
    const printed = acp20260417.session({ ...checkout, messages }, storefront);
    expect(RESPONSES['2026-04-17'].session.safeParse(printed).success).toBe(true);
    expect(RESPONSES['2026-01-30'].session.safeParse(printed).success).toBe(false);
  });
});

describe('what the versions say differently', () => {
  const message = { type: 'error', code: 'missing', content: 'No buyer.', param: '$.buyer' } as const;

  test.each([
    ['recoverable', { resolution: 'recoverable' }],
    ['requires_buyer_input', { resolution: 'requires_buyer_input' }],
    ['unrecoverable', {}],
  ] as const)('a %s message carries its resolution only in 2026-04-17', (severity, extra) => {
    const given = { ...checkout, messages: [{ ...message, severity }] };
    const printed = {
      type: 'error',
      code: 'missing',
      content_type: 'plain',
      content: 'No buyer.',
      param: '$.buyer',
    };
    expect(acp20260417.session(given, storefront).messages).toEqual([{ ...printed, ...extra }]);
    expect(acp20260130.session(given, storefront).messages).toEqual([printed]);
  });

  const conflict = new ProtocolError(422, 'idempotency_conflict', 'Used.');
  const inFlight = new ProtocolError(409, 'idempotency_in_flight', 'Running.', { retryAfter: 1 });
  const version = new ProtocolError(400, 'unsupported_api_version', 'No.', {
    supportedVersions: ['2026-04-17', '2026-01-30'],
  });
  test.each([
    [acp20260417, conflict, 422, 'invalid_request', {}],
    [acp20260130, conflict, 409, 'request_not_idempotent', {}],
    [acp20260417, inFlight, 409, 'invalid_request', {}],
    [acp20260130, inFlight, 409, 'request_not_idempotent', {}],
    [acp20260417, version, 400, 'invalid_request', { supported_versions: ['2026-04-17', '2026-01-30'] }],
    [acp20260130, version, 400, 'invalid_request', {}],
  ])('$0.version renders $1.code as $2 $3', (codec, error, status, type, extra) => {
    const body = { type, code: error.code, message: error.message, ...extra };
    expect(codec.error(error)).toEqual({ status, body });
  });

  test.each(CODECS)("$version names the refused field in an error's param", (codec) => {
    const about = new ProtocolError(400, 'missing', 'No lines.', { param: '$.line_items' });
    expect(codec.error(about).body).toHaveProperty('param', '$.line_items');
    expect(codec.error(new ProtocolError(404, 'not_found', 'No.')).body).not.toHaveProperty('param');
  });

  test.each(CODECS)('$version distinguishes outages from client errors', (codec) => {
    expect(codec.error(new ProtocolError(500, 'processing_error', 'Ours.')).body.type).toBe(
      'processing_error',
    );
    expect(codec.error(new ProtocolError(503, 'maintenance', 'Closed.')).body.type).toBe(
      'service_unavailable',
    );
    expect(codec.error(new ProtocolError(429, 'rate_limited', 'Slow.')).body.type).toBe('invalid_request');
  });
});
