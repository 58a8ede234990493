import type { Storefront } from '../../storefront.ts';
import type { SessionFragment } from '../tools/generated.ts';
import { CAPABILITY, UCP_VERSION } from '../transport/protocol.ts';
import type { Message } from './messages.ts';
import { policyLinks } from './policies.ts';

/** Converts a session to the UCP form (docs/interface/checkout.md#ucp-form). */
export function toSession(session: SessionFragment, storefront: Storefront) {
  const { baseUrl } = storefront;
  const { order } = session;
  const permalinkUrl = order && `${baseUrl}/bookings/${order.permalinkId}`;
  return {
    ucp: UCP,
    id: session.id,
    status: session.status,
    currency: session.currency,
    line_items: session.lines.map(toLineItem),
    ...(session.buyer ? { buyer: toBuyer(session.buyer) } : {}),
    totals: session.totals.map(({ kind, label, amount }) => ({ type: kind, display_text: label, amount })),
    messages: session.messages.map(toMessage),
    links: policyLinks(storefront),
    expires_at: session.expiresAt,
    ...(order
      ? {
          order: {
            id: order.reference,
            checkout_id: session.id,
            permalink_url: permalinkUrl,
            label: order.label,
            ...(order.holdExpiresAt ? { hold_expires_at: order.holdExpiresAt } : {}),
            payment_status: order.paymentStatus,
          },
          continue_url: permalinkUrl,
        }
      : {}),
  };
}

const UCP = {
  version: UCP_VERSION,
  status: 'success',
  capabilities: { [CAPABILITY.checkout]: [{ version: UCP_VERSION }] },
  payment_handlers: {},
} as const;

function toLineItem(line: SessionFragment['lines'][number]) {
  return {
    id: line.id,
    item: { id: line.itemId, title: line.title, price: line.unitPrice },
    quantity: line.quantity,
    totals: [
      { type: 'subtotal', amount: line.base },
      ...(line.discount ? [{ type: 'discount', amount: -line.discount }] : []),
      ...(line.tax ? [{ type: 'tax', amount: line.tax }] : []),
      { type: 'total', amount: line.total },
    ],
  };
}

function toBuyer({ firstName, lastName, email, phoneNumber }: NonNullable<SessionFragment['buyer']>) {
  return {
    ...(firstName === null ? {} : { first_name: firstName }),
    ...(lastName === null ? {} : { last_name: lastName }),
    ...(email === null ? {} : { email }),
    ...(phoneNumber === null ? {} : { phone_number: phoneNumber }),
  };
}

function toMessage({ type, code, content, param, severity }: SessionFragment['messages'][number]): Message {
  return {
    type,
    code,
    content,
    ...(severity === null ? {} : { severity }),
    ...(param === null ? {} : { param, path: param }),
  };
}
