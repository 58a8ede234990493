import { SignatureError, type SignedRequest, verifySigned } from './signature.ts';

/**
 * The platform's request to `endpoints.payment_session`. Respond with `{"redirect_url": …}`, always the same
 * for the same `id`.
 */
export type PaymentSessionRequest = PaymentSession & (OfBooking | OfStatement);

interface PaymentSession {
  /** UUID. */
  readonly id: string;
  /** True on a development install: don't move any money. */
  readonly test: boolean;
  /** Major units with the currency's ISO 4217 digits, e.g. `123.45`. */
  readonly amount: string;
  readonly currency: string;
  readonly team: string;
  readonly return_url: string;
  readonly cancel_url: string;
  /** ISO 8601 timestamp. */
  readonly expires_at: string;
}

/** A guest's payment for a booking. */
interface OfBooking {
  readonly booking: {
    readonly id: number;
    readonly reference: string;
    readonly check_in: string;
    readonly check_out: string;
  };
  readonly buyer: {
    readonly first_name: string;
    readonly last_name: string;
    /** Email address; null after the guest's data is redacted. */
    readonly email: string | null;
    readonly phone_number: string | null;
  };
  readonly statement?: never;
}

/** A team's payment for its statement for paid apps: only on the operator's own team. */
interface OfStatement {
  readonly statement: {
    readonly id: number;
    /** E.g. `ST-2027-000001`. */
    readonly number: string;
  };
  readonly booking?: never;
  readonly buyer?: never;
}

/** Response with status 422 if the app can't take a session's amount: the guest reads the reason and is offered other methods. */
export interface PaymentSessionDecline {
  readonly code: 'too_small' | 'too_large' | 'not_exact';
  /** Message to the guest: a whole sentence, 1 to 500 characters. */
  readonly message: string;
}

/**
 * The platform's request to `endpoints.refund_session`. Respond with 2xx to accept it. Refund only once per
 * `id`.
 */
export interface RefundSessionRequest {
  readonly id: string;
  readonly payment_session_id: string;
  /** The payment's reference, as passed to `paymentSessionResolve`. */
  readonly reference: string | null;
  readonly test: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly team: string;
  readonly reason: string;
}

/**
 * Verifies that a payment-session request is from the platform and returns the session. Throws
 * SignatureError.
 */
export const verifyPaymentSession = (request: SignedRequest): Promise<PaymentSessionRequest> =>
  verifyMember(request, 'payment_session');

/** Verifies that a refund request is from the platform and returns it. Throws SignatureError. */
export const verifyRefundSession = (request: SignedRequest): Promise<RefundSessionRequest> =>
  verifyMember(request, 'refund_session');

async function verifyMember<Member>(request: SignedRequest, name: string): Promise<Member> {
  const member = memberOf(await verifySigned(request, (body) => memberOf(body, name)?.team), name);
  if (typeof member?.id !== 'string') {
    throw new SignatureError('bad_body', `The body has no ${name}.`);
  }
  // The platform signed it, so its shape is as documented.
  return member as Member;
}

function memberOf(body: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const member = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof member === 'object' && member !== null ? member : undefined;
}
