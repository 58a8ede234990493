import { SignatureError, type SignedRequest, verifySigned } from './signature.ts';

/** What the platform posts to `endpoints.payment_session`. Answer `{"redirect_url": …}`, the same for the same `id`. */
export interface PaymentSessionRequest {
  /** UUID. */
  readonly id: string;
  /** True on an install for development: no money is to move. */
  readonly test: boolean;
  /** Major units with the currency's ISO 4217 digits, for example `123.45`. */
  readonly amount: string;
  readonly currency: string;
  readonly team: string;
  readonly booking: {
    readonly id: number;
    readonly reference: string;
    readonly check_in: string;
    readonly check_out: string;
  };
  readonly buyer: {
    readonly first_name: string;
    readonly last_name: string;
    /** Null after the guest was redacted. */
    readonly email: string | null;
    readonly phone_number: string | null;
  };
  readonly return_url: string;
  readonly cancel_url: string;
  /** ISO 8601 instant. */
  readonly expires_at: string;
}

/** What the platform posts to `endpoints.refund_session`. Answer 2xx to accept it, once per `id`. */
export interface RefundSessionRequest {
  readonly id: string;
  readonly payment_session_id: string;
  /** As it was given to `paymentSessionResolve`. */
  readonly reference: string | null;
  readonly test: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly team: string;
  readonly reason: string;
}

/** Proves that a payment-session request comes from the platform and returns the session. Throws SignatureError. */
export const verifyPaymentSession = (request: SignedRequest): Promise<PaymentSessionRequest> =>
  verifyMember(request, 'payment_session');

/** Proves that a refund request comes from the platform and returns it. Throws SignatureError. */
export const verifyRefundSession = (request: SignedRequest): Promise<RefundSessionRequest> =>
  verifyMember(request, 'refund_session');

async function verifyMember<Member>(request: SignedRequest, name: string): Promise<Member> {
  const member = memberOf(await verifySigned(request, (body) => memberOf(body, name)?.team), name);
  if (typeof member?.id !== 'string') {
    throw new SignatureError('bad_body', `The body has no ${name}.`);
  }
  // The platform signed it, so its shape is the documented one.
  return member as Member;
}

function memberOf(body: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  const member = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof member === 'object' && member !== null ? member : undefined;
}
