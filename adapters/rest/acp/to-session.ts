import { bookingPolicies, type Storefront } from '../../storefront.ts';
import type { AcpCheckoutFragment, CheckoutStatus } from './generated.ts';
import type { AcpSession } from './session-schema.ts';

type Line = AcpCheckoutFragment['lines'][number];
type Message = AcpCheckoutFragment['messages'][number];
type Buyer = NonNullable<AcpCheckoutFragment['buyer']>;
type Policy = ReturnType<typeof bookingPolicies>[number];

const STATUS = {
  incomplete: 'not_ready_for_payment',
  ready_for_complete: 'ready_for_payment',
  complete_in_progress: 'complete_in_progress',
  completed: 'completed',
  canceled: 'canceled',
} as const satisfies Record<CheckoutStatus, string>;

const LINK_TYPE = {
  terms_of_service: 'terms_of_use',
  privacy_policy: 'privacy_policy',
  refund_policy: 'return_policy',
  faq: 'faq',
} as const satisfies Record<Policy['kind'], string>;

/** Codes that ACP names differently. */
const CODE: Readonly<Record<string, string>> = { price_changed: 'price_change' };

/** This seller's capabilities: empty, because the guest pays on the host's own page. */
const CAPABILITIES: AcpSession['capabilities'] = {
  payment: { handlers: [] },
  interventions: { supported: [] },
  extensions: [],
};

/**
 * Addresses that are valid in the official schemas (`format: email`); a session's buyer must have such an
 * address.
 */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/**
 * Converts a checkout session to ACP 2026-04-17 (docs/interface/checkout.md#acp-form). Older codecs remove
 * fields unknown to their version.
 */
export function toSession(checkout: AcpCheckoutFragment, storefront: Storefront): AcpSession {
  const { baseUrl } = storefront;
  const { buyer, order } = checkout;
  return {
    id: checkout.id,
    status: STATUS[checkout.status],
    currency: checkout.currency.toLowerCase(),
    line_items: checkout.lines.map(toLine),
    ...(buyer?.email && EMAIL.test(buyer.email) ? { buyer: toBuyer(buyer, buyer.email) } : {}),
    totals: toTotals(checkout.totals),
    fulfillment_options: [],
    messages: checkout.messages.map(toMessage),
    links: bookingPolicies(storefront).map(({ kind, title }) => ({
      type: LINK_TYPE[kind],
      title,
      url: `${baseUrl}/policies/${kind}`,
    })),
    capabilities: CAPABILITIES,
    ...(checkout.status === 'completed' && order
      ? {
          order: {
            id: order.reference,
            checkout_session_id: checkout.id,
            permalink_url: `${baseUrl}/bookings/${order.permalinkId}`,
          },
        }
      : {}),
  };
}

function toLine({ id, itemId, title, quantity, unitPrice, base, discount, subtotal, tax, total }: Line) {
  return {
    id,
    item: { id: itemId, quantity },
    quantity,
    name: title,
    // Omitted if it would be inexact, because a line's amounts are for all of its units.
    ...(unitPrice * quantity === base ? { unit_amount: unitPrice } : {}),
    base_amount: base,
    discount,
    subtotal,
    tax,
    total,
    totals: [
      entry('items_base_amount', 'Accommodation', base),
      ...(discount ? [entry('discount', 'Discount', discount)] : []),
      entry('subtotal', 'Subtotal', subtotal),
      ...(tax ? [entry('tax', 'Taxes', tax)] : []),
      entry('total', 'Total', total),
    ],
  };
}

/**
 * Converts totals to ACP's order and signs: `subtotal = items_base_amount - discount` with a positive
 * discount, and `total = subtotal + fees + taxes`.
 */
function toTotals(totals: AcpCheckoutFragment['totals']) {
  const of = (kind: (typeof totals)[number]['kind']) => totals.filter((total) => total.kind === kind);
  const sum = (kind: (typeof totals)[number]['kind']) =>
    of(kind).reduce((all, { amount }) => all + amount, 0);
  return [
    ...of('subtotal').map(({ label, amount }) => entry('items_base_amount', label, amount)),
    ...of('discount').map(({ label, amount }) => entry('discount', label, -amount)),
    entry('subtotal', 'Subtotal', sum('subtotal') + sum('discount')),
    ...of('fee').map(({ label, amount }) => entry('fee', label, amount)),
    ...of('tax').map(({ label, amount }) => entry('tax', label, amount)),
    ...of('total').map(({ label, amount }) => entry('total', label, amount)),
  ];
}

type TotalType = AcpSession['totals'][number]['type'];

function entry(type: TotalType, displayText: string, amount: number) {
  return { type, display_text: displayText, amount };
}

function toBuyer({ firstName, lastName, phoneNumber }: Buyer, email: string) {
  return {
    ...(firstName === null ? {} : { first_name: firstName }),
    ...(lastName === null ? {} : { last_name: lastName }),
    email,
    ...(phoneNumber === null ? {} : { phone_number: phoneNumber }),
  };
}

/** Official info messages have no code; docs/interface/checkout.md#acp-form adds one for a completed booking. */
const CODED_INFO: readonly string[] = ['payment_required', 'confirmed'];

function toMessage({ type, code, content, param, severity }: Message): AcpSession['messages'][number] {
  return {
    type,
    ...(type === 'info' && !CODED_INFO.includes(code) ? {} : { code: CODE[code] ?? code }),
    content_type: 'plain',
    content,
    ...(param === null ? {} : { param }),
    ...(severity === 'recoverable' || severity === 'requires_buyer_input' ? { resolution: severity } : {}),
  };
}
