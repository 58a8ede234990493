import type { Storefront } from '../../storefront.ts';
import { RpcError } from '../transport/errors.ts';
import { RPC } from '../transport/protocol.ts';
import { notFound } from '../ucp/messages.ts';
import { toSession } from '../ucp/to-session.ts';
import type { OutcomeFragment, SessionFragment } from './generated.ts';
import { refusal, success, type ToolResult } from './tool.ts';

/** Returns the session, or the tool error for an unknown id (or another storefront's session). */
export function answerSession(
  session: SessionFragment | null,
  id: string,
  storefront: Storefront,
): ToolResult {
  return session
    ? success(toSession(session, storefront))
    : refusal([notFound('checkout session', id, '$.id')]);
}

/** Converts a checkout mutation's result. Throws an `RpcError` 409 if an idempotency key prevents it. */
export function answerOutcome({ session, refusal }: OutcomeFragment, id: string, storefront: Storefront) {
  answerRefusal(refusal);
  return answerSession(session, id, storefront);
}

/** Throws an `RpcError` 409 if an idempotency key prevents a call. */
export function answerRefusal(refusal: OutcomeFragment['refusal']): void {
  if (refusal === 'idempotency_conflict') {
    throw new RpcError(
      409,
      RPC.server,
      'This idempotency key was used for a different request: send a new key with each new request.',
      { code: refusal },
    );
  }
  if (refusal === 'idempotency_in_flight') {
    throw new RpcError(409, RPC.server, 'The first request with this idempotency key is still running.', {
      code: refusal,
      retry_after: 1,
    });
  }
}

/** Converts the guest to supergraph input; omitted fields stay omitted. */
export function toBuyerInput(buyer: {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone_number?: string | undefined;
}) {
  return {
    firstName: buyer.first_name ?? null,
    lastName: buyer.last_name ?? null,
    email: buyer.email ?? null,
    phoneNumber: buyer.phone_number ?? null,
  };
}

export function toLinesInput(
  lines: readonly { readonly item: { readonly id: string }; readonly quantity: number }[],
) {
  return lines.map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}
