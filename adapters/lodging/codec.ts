import type { z } from 'zod';
import type { LodgingDraft } from '#kit/lodging-drafts.ts';
import type { Message } from '../mcp/ucp/messages.ts';
import type { JsonSchema } from '../mcp/ucp/output-schema.ts';
import type { Storefront } from '../storefront.ts';
import type {
  CheckoutBuyerInput,
  CheckoutLineInput,
  CheckoutLodgingInput,
  LodgingCheckoutFragment,
  LodgingOfferFragment,
} from './generated.ts';

/** A session's complete requested state, regardless of its previous state. */
export interface RequestedSession {
  readonly lines: readonly CheckoutLineInput[];
  /** The booker; every field is null if there is none. */
  readonly buyer: CheckoutBuyerInput;
  readonly lodging: CheckoutLodgingInput;
}

/** A session with the host's descriptions of the booked unit types, keyed by unit type. */
export interface Shown {
  readonly session: LodgingCheckoutFragment;
  readonly offers: ReadonlyMap<string, LodgingOfferFragment>;
  readonly storefront: Storefront;
}

/**
 * Reads requests and prints results for one pinned commit of the UCP lodging draft
 * (docs/interface/lodging.md#pins).
 */
export interface LodgingCodec {
  readonly pin: LodgingDraft;
  /** UCP version named in responses. */
  readonly version: string;
  /** The `booking` object in a request that creates or replaces a session. */
  readonly booking: z.ZodType<RequestedSession>;
  /** The `booking` object in a request that completes a session. */
  readonly completion: z.ZodType;
  /** Prints a session, with `further` messages after its own. */
  readonly print: (shown: Shown, further: readonly Message[]) => object;
  /** Prints a refusal with its reasons. */
  readonly refuse: (messages: readonly Message[]) => object;
  /** Schema for a printed session. */
  readonly output: JsonSchema;
  /** Returns the declarations for a storefront's unlisted profile (docs/interface/lodging.md#profile). */
  readonly offered: (baseUrl: string) => object;
}
