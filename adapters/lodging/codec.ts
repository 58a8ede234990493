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

/** What a request asks a session to be: all of it, whatever it was before. */
export interface Asked {
  readonly lines: readonly CheckoutLineInput[];
  /** The booker; every field null where there is none. */
  readonly buyer: CheckoutBuyerInput;
  readonly lodging: CheckoutLodgingInput;
}

/** A session with what the host says of what is booked, by unit type. */
export interface Shown {
  readonly session: LodgingCheckoutFragment;
  readonly offers: ReadonlyMap<string, LodgingOfferFragment>;
  readonly storefront: Storefront;
}

/** How one pin of the draft of UCP lodging reads requests and prints our results (docs/interface/lodging.md#pins). */
export interface LodgingCodec {
  readonly pin: LodgingDraft;
  /** Version of UCP that answers name. */
  readonly version: string;
  /** The `booking` object of a request that creates or replaces a session. */
  readonly booking: z.ZodType<Asked>;
  /** The `booking` object of a request that completes one. */
  readonly completion: z.ZodType;
  /** A session, `further` messages after its own. */
  readonly print: (shown: Shown, further: readonly Message[]) => object;
  /** What was not done, and why. */
  readonly refuse: (messages: readonly Message[]) => object;
  /** The shape of a printed session. */
  readonly output: JsonSchema;
  /** What the unlisted profile of a storefront declares (docs/interface/lodging.md#profile). */
  readonly offered: (baseUrl: string) => object;
}
