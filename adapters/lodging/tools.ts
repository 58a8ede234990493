import { z } from 'zod';
import { answerRefusal } from '../mcp/tools/outcome.ts';
import {
  defineTool,
  refusal,
  success,
  type Tool,
  type ToolCall,
  type ToolDefinition,
  type ToolResult,
} from '../mcp/tools/tool.ts';
import { metaOfReading } from '../mcp/ucp/fields.ts';
import { notFound } from '../mcp/ucp/messages.ts';
import type { LodgingCodec } from './codec.ts';
import { meta, metaWithKey } from './meta.ts';
import { type LodgingAnswer, type LodgingCall, lodgingSessions } from './sessions.ts';

const EXAMPLE_ID = '8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c';
const sessionId = z.string().meta({ description: 'Id of the booking session.', examples: [EXAMPLE_ID] });
const EXAMPLE_BOOKING =
  '{"property": {"id": "2"}, "stays": [{"id": "stay:7:2027-05-01:2027-05-04:2:0", "stay_dates": {"start_date": "2027-05-01", "end_date": "2027-05-04"}, "occupancy": {"adults": 2, "total": 2}}], "booker": {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}}';
const EXAMPLE_KEY = '"meta": {"idempotency-key": "550e8400-e29b-41d4-a716-446655440000"}';

/** Returns the tools for the UCP lodging draft, by name (docs/interface/lodging.md#tools). */
export function lodgingTools(codec: LodgingCodec): ReadonlyMap<string, Tool> {
  const sessions = lodgingSessions(codec);

  /** Defines a tool on the draft's surface, with the draft's version in the header of every result. */
  function define<TInput extends z.ZodType>(
    definition: Omit<ToolDefinition<TInput>, 'output' | 'needsCheckout' | 'surface'>,
  ): Tool {
    const tool = defineTool({
      ...definition,
      output: codec.output,
      needsCheckout: false,
      surface: 'ucp_lodging',
    });
    return { ...tool, call: async (args, open) => headed(await tool.call(args, open), codec) };
  }

  const tools = [
    define({
      name: 'create_booking_session',
      title: 'Start a lodging booking session',
      description: `Starts a booking session for stays found with search_catalog and returns it with all-in totals, the payment schedule and cancellation policies.
Use it, instead of create_checkout, if you speak dev.ucp.lodging.booking: as soon as the guest wants to book. A stay is named by the product id of the search, with its dates and guests. The session is ready_for_complete when booker, or a primary guest, has first name, last name and a valid email and every stay can be booked; otherwise messages name what is missing, for update_booking_session. Nothing is held yet.
One stay is one unit; all stays of a session are at one property for the same dates. A session ends 24 hours after its last change.
Example: {"booking": ${EXAMPLE_BOOKING}}`,
      annotations: { readOnlyHint: false, destructiveHint: false },
      input: z.object({ meta, booking: codec.booking }),
      run: async ({ booking }, call) => toResult(await sessions.create(booking, callOf(call)), ''),
    }),
    define({
      name: 'get_booking_session',
      title: 'Read a lodging booking session',
      description: `Returns a booking session: status, totals, messages and, once it is completed, the confirmation.
Use it to check progress, for example whether the guest has paid: then the status is completed.
Only sessions of this storefront made with create_booking_session are found.
Example: {"id": "${EXAMPLE_ID}"}`,
      annotations: { readOnlyHint: true },
      input: z.object({ meta: metaOfReading, id: sessionId }),
      run: async ({ id }, call) => toResult(await sessions.get(id, callOf(call)), id),
    }),
    define({
      name: 'update_booking_session',
      title: 'Replace a lodging booking session',
      description: `Replaces an open booking session as a whole and prices it again: what is left out is gone.
Use it to fix what the session's messages name, to name guests, or when the guest changes their mind.
Limits as create_booking_session. A finished session does not change.
Example: {"id": "${EXAMPLE_ID}", "booking": ${EXAMPLE_BOOKING}}`,
      annotations: { readOnlyHint: false, destructiveHint: false },
      input: z.object({ meta, id: sessionId, booking: codec.booking }),
      run: async ({ id, booking }, call) => toResult(await sessions.update(id, booking, callOf(call)), id),
    }),
    define({
      name: 'complete_booking_session',
      title: 'Complete a lodging booking session',
      description: `Places the booking of a session that is ready_for_complete. Where it is paid at the property it is confirmed at once: completed, with a confirmation. Otherwise the units are held and the status is requires_escalation: hand continue_url to the guest, who pays there.
Use it after the guest agreed to the totals and to every disclosure. An unpaid hold is released after about 2 hours; the session is canceled then.
Availability is checked again: if someone else was faster, the session is incomplete with inventory_exhausted. Send meta["idempotency-key"], a UUID, and repeat it on a retry; there is never a second booking.
Example: {${EXAMPLE_KEY}, "id": "${EXAMPLE_ID}"}`,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      signed: true,
      input: z.object({ meta: metaWithKey, id: sessionId, booking: codec.completion }),
      run: async ({ id }, call) => toResult(await sessions.complete(id, callOf(call)), id),
    }),
    define({
      name: 'cancel_booking_session',
      title: 'Cancel a lodging booking session',
      description: `Ends an open booking session for good; start a new one with create_booking_session.
Use it when the guest will not book. A session whose booking was placed cannot be canceled: an unpaid hold is released after about 2 hours.
Send meta["idempotency-key"], a UUID, and repeat it on a retry.
Example: {${EXAMPLE_KEY}, "id": "${EXAMPLE_ID}"}`,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      input: z.object({ meta: metaWithKey, id: sessionId }),
      run: async ({ id }, call) => toResult(await sessions.cancel(id, callOf(call)), id),
    }),
  ];
  return new Map(tools.map((tool) => [tool.name, tool]));
}

const callOf = ({ storefront, execute, idempotency }: ToolCall): LodgingCall => ({
  storefront,
  execute,
  idempotency,
});

function toResult(answer: LodgingAnswer, id: string): ToolResult {
  if (answer.kind === 'session') return success(answer.content);
  answerRefusal(answer.refusal);
  return refusal([notFound('booking session', id, '$.id')]);
}

/** Sets the draft's version in a result, regardless of the UCP version of the address. */
function headed({ isError, content }: ToolResult, codec: LodgingCodec): ToolResult {
  const { ucp, ...rest } = content as { readonly ucp: object }; // every tool's result has `ucp`
  return { isError, content: { ucp: { ...ucp, version: codec.version }, ...rest } };
}
