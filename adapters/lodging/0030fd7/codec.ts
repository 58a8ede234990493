import type { z } from 'zod';
import { NEWER_UCP_VERSION } from '../../mcp/transport/protocol.ts';
import type { LodgingCodec, RequestedSession } from '../codec.ts';
import { bookingFields, completionFields } from './fields.ts';
import { bookingOutput } from './output.ts';
import { toBooking } from './to-booking.ts';

/** The release this draft is based on: a UCP version is a date, which a draft doesn't have. */
const VERSION = NEWER_UCP_VERSION;
const DRAFT = 'https://ucp.dev/draft';

const BOOKING = 'dev.ucp.lodging.booking';

/** Capabilities in responses and in the profile, with their schemas and pages. */
const CAPABILITIES = {
  [BOOKING]: ['schemas/lodging/booking.json', 'specification/lodging/booking'],
  'dev.ucp.lodging.policy.cancellation': [
    'schemas/lodging/policy_cancellation.json',
    'specification/lodging/extensions/cancellation-policy',
  ],
  'dev.ucp.common.payment.terms': ['schemas/common/payment_terms.json', 'specification/payment-terms'],
} as const;

/** Header common to all responses. */
const HEAD = {
  version: VERSION,
  status: 'success',
  capabilities: Object.fromEntries(Object.keys(CAPABILITIES).map((name) => [name, [{ version: VERSION }]])),
  payment_handlers: {},
} as const;

/**
 * The UCP lodging draft at commit 0030fd791fecf6ce2877ddc303047744d7d283a6 in Universal-Commerce-Protocol/ucp
 * (docs/interface/lodging.md).
 */
export const lodging0030fd7: LodgingCodec = {
  pin: '0030fd7',
  version: VERSION,
  booking: bookingFields.transform(toAsked),
  completion: completionFields,
  output: bookingOutput,
  print: (shown, further) => ({ ucp: HEAD, ...toBooking(shown, further) }),
  refuse: (messages) => ({ ucp: { version: VERSION, status: 'error' }, messages }),
  offered: (baseUrl) => ({
    services: {
      'dev.ucp.lodging': [
        service('mcp', `${baseUrl}/api/mcp`, 'mcp.openrpc.json'),
        service('rest', `${baseUrl}/api/ucp/lodging`, 'rest.openapi.json'),
      ],
    },
    capabilities: Object.fromEntries(
      Object.entries(CAPABILITIES).map(([name, [schema, page]]) => {
        const extended = name === BOOKING ? {} : { extends: [BOOKING] };
        return [
          name,
          [{ version: VERSION, ...extended, spec: `${DRAFT}/${page}`, schema: `${DRAFT}/${schema}` }],
        ];
      }),
    ),
    payment_handlers: {},
  }),
};

const service = (transport: string, endpoint: string, schema: string) => ({
  version: VERSION,
  transport,
  endpoint,
  spec: `${DRAFT}/specification/overview`,
  schema: `${DRAFT}/services/lodging/${schema}`,
});

/** Converts a request to checkout input; fields it omits are cleared. */
function toAsked({
  property,
  stays,
  booker,
  guests,
  travel_purpose,
}: z.output<typeof bookingFields>): RequestedSession {
  return {
    lines: stays.map(({ itemId }) => ({ itemId, quantity: 1 })),
    buyer: toPerson(booker ?? {}),
    lodging: {
      propertyId: property.id,
      guests: (guests ?? []).map((guest) => ({ id: guest.id, ...toPerson(guest), age: guest.age ?? null })),
      travelPurpose: travel_purpose ?? null,
      stays: stays.map(({ party }) => party),
    },
  };
}

interface Person {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone_number?: string | undefined;
}

const toPerson = ({ first_name, last_name, email, phone_number }: Person) => ({
  firstName: first_name ?? null,
  lastName: last_name ?? null,
  email: email ?? null,
  phoneNumber: phone_number ?? null,
});
