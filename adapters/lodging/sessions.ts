import type { Operation } from '#kit/execute.ts';
import { isUuid } from '#kit/ids.ts';
import { type Message, refused } from '../mcp/ucp/messages.ts';
import type { Storefront } from '../storefront.ts';
import type { LodgingCodec, RequestedSession } from './codec.ts';
import {
  type CheckoutRefusal,
  type IdempotencyInput,
  type LodgingCheckoutFragment,
  type LodgingResultFragment,
  lodgingCancelDocument,
  lodgingCompleteDocument,
  lodgingCreateDocument,
  lodgingSessionDocument,
  lodgingShelfDocument,
  lodgingUpdateDocument,
} from './generated.ts';

/** The caller, their storefront and access to the supergraph. */
export interface LodgingCall {
  readonly storefront: Storefront;
  readonly idempotency: IdempotencyInput | null;
  readonly execute: <TResult, TVariables>(
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) => Promise<TResult>;
}

/** Result of a call: a printed session, or the reason there isn't one. */
export type LodgingAnswer =
  | { readonly kind: 'session'; readonly content: object; readonly replayed: boolean }
  | { readonly kind: 'refusal'; readonly refusal: CheckoutRefusal };

/**
 * The draft's five operations, identical over every transport: each runs one checkout operation and prints
 * the session.
 */
export interface LodgingSessions {
  readonly create: (asked: RequestedSession, call: LodgingCall) => Promise<LodgingAnswer>;
  readonly get: (id: string, call: LodgingCall) => Promise<LodgingAnswer>;
  readonly update: (id: string, asked: RequestedSession, call: LodgingCall) => Promise<LodgingAnswer>;
  readonly complete: (id: string, call: LodgingCall) => Promise<LodgingAnswer>;
  readonly cancel: (id: string, call: LodgingCall) => Promise<LodgingAnswer>;
}

export function lodgingSessions(codec: LodgingCodec): LodgingSessions {
  async function print(
    session: LodgingCheckoutFragment,
    { storefront, execute }: LodgingCall,
    further: readonly Message[] = [],
    replayed = false,
  ): Promise<LodgingAnswer> {
    const unitTypes = new Set(session.lodging?.stays.flatMap(({ unitTypeId }) => unitTypeId ?? []));
    const ids = [...unitTypes].map((id) => `unit_type:${id}`);
    const { stayLookup } = ids.length > 0 ? await execute(lodgingShelfDocument, { ids }) : NOTHING;
    const offers = new Map(stayLookup.flatMap(({ offer }) => (offer ? [[offer.unitTypeId, offer]] : [])));
    return { kind: 'session', content: codec.print({ session, offers, storefront }, further), replayed };
  }

  /** Prints the session after a mutation; if it didn't change, the reason is among its messages. */
  function printResult({ session, refusal, replayed }: LodgingResultFragment, call: LodgingCall) {
    if (session && (refusal === null || refusal === 'not_cancelable')) {
      return print(session, call, refusal === null ? [] : [NOT_CANCELABLE], replayed);
    }
    return refuse(refusal ?? 'not_found');
  }

  async function get(id: string, call: LodgingCall): Promise<LodgingAnswer> {
    const { checkoutSession } = isUuid(id) ? await call.execute(lodgingSessionDocument, { id }) : NO_SESSION;
    return checkoutSession ? print(checkoutSession, call) : refuse('not_found');
  }

  return {
    get,
    async create(asked, call) {
      const { idempotency, storefront } = call;
      const input = { ...asked, locale: storefront.asked, idempotency };
      const { checkoutCreate } = await call.execute(lodgingCreateDocument, { input });
      return printResult(checkoutCreate, call);
    },
    async update(id, asked, call) {
      if (!isUuid(id)) return refuse('not_found');
      const input = { ...asked, id, idempotency: call.idempotency };
      const { checkoutUpdate } = await call.execute(lodgingUpdateDocument, { input });
      return printResult(checkoutUpdate, call);
    },
    async complete(id, call) {
      // A host who confirms manually takes requests, so the session gives the guest a link to the request
      // page.
      if (!isUuid(id) || !call.storefront.instantBooking) return get(id, call);
      const input = { id, idempotency: call.idempotency };
      const { checkoutComplete } = await call.execute(lodgingCompleteDocument, { input });
      return printResult(checkoutComplete, call);
    },
    async cancel(id, call) {
      if (!isUuid(id)) return refuse('not_found');
      const input = { id, idempotency: call.idempotency };
      const { checkoutCancel } = await call.execute(lodgingCancelDocument, { input });
      return printResult(checkoutCancel, call);
    },
  };
}

const NOTHING = { stayLookup: [] } as const;
const NO_SESSION = { checkoutSession: null } as const;

const refuse = (refusal: CheckoutRefusal): LodgingAnswer => ({ kind: 'refusal', refusal });

const NOT_CANCELABLE = refused(
  'not_cancelable',
  "This session is finished and can't be canceled; an unpaid booking is released automatically.",
  '$.status',
);
