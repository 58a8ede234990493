import { expect } from 'vitest';
import { storefrontHttp } from './agent.ts';
import { ask, hostOf } from './developer.ts';
import { type LodgingSession, lodgingAgent, totalOf } from './lodging.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** A guest's request; days are counted from a run's first night. */
export interface Stay {
  readonly unitType: string;
  readonly from: number;
  readonly nights: number;
  readonly adults: number;
  readonly children: number;
}

export interface Party {
  readonly stays: readonly Stay[];
  readonly property: string;
  readonly buyer: 'whole' | 'unreachable' | 'none';
  readonly first: number;
}

/** A session as a guest sees it, in terms shared by every surface. */
export interface Seen {
  readonly state: 'open' | 'ready' | 'held' | 'paid' | 'over';
  readonly total: number;
  readonly stays: readonly number[];
  /** Error codes with their targets. */
  readonly problems: readonly string[];
}

/** A way to book: acts on the latest session, and does nothing without one. */
export interface Surface {
  readonly create: (party: Party) => Promise<Seen>;
  readonly update: (party: Party) => Promise<Seen | null>;
  readonly complete: () => Promise<Seen | null>;
  readonly cancel: () => Promise<Seen | null>;
  /** Records the booking's payment as the host. */
  readonly pay: (platform: TestPlatform) => Promise<Seen | null>;
  readonly close: () => Promise<void>;
}

const HOST = 'lakeside.localhost';
const NAME = { first_name: 'Ada', last_name: 'Byron' };
const BUYERS = { whole: { ...NAME, email: 'ada@example.com' }, unreachable: NAME, none: {} } as const;

const itemOf = ({ unitType, from, nights, adults, children }: Stay, first: number) =>
  `stay:${unitType}:${daysAhead(first + from)}:${daysAhead(first + from + nights)}:${adults}:${children}`;

/** The normal checkout: UCP tools over MCP. */
export function checkoutSurface(platform: TestPlatform): Surface {
  const http = storefrontHttp(platform.address, HOST);
  const call = async (name: string, args: object): Promise<Seen & { readonly id: string }> => {
    const meta = {
      'idempotency-key': crypto.randomUUID(),
      'ucp-agent': { profile: 'https://agent.example' },
    };
    const { json } = await http.rpc('tools/call', { name, arguments: { meta, ...args } });
    const session = json.result.structuredContent;
    const paid = { awaiting_payment: 'held', paid: 'paid', released: 'over' }[
      session.order?.payment_status as 'paid'
    ];
    return {
      id: session.id,
      state: STATES[session.status as 'incomplete'] ?? (paid as Seen['state']),
      total: totalOf(session.totals),
      stays: session.line_items.map(({ totals }: LodgingSession) => totalOf(totals)),
      problems: problemsOf(session.messages),
    };
  };
  const toCheckout = ({ stays, buyer, first }: Party) => ({
    line_items: stays.map((stay) => ({ item: { id: itemOf(stay, first) }, quantity: 1 })),
    buyer: BUYERS[buyer],
  });
  return surfaceOf(platform, http.close, {
    create: (party) => call('create_checkout', { checkout: toCheckout(party) }),
    update: (id, party) => call('update_checkout', { id, checkout: toCheckout(party) }),
    complete: (id) => call('complete_checkout', { id }),
    cancel: (id) => call('cancel_checkout', { id }),
    get: (id) => call('get_checkout', { id }),
  });
}

/** A room's children as separate guests, with or without the booker. */
const childrenOf = ({ children }: Stay, room: number) =>
  Array.from({ length: children }, (_, age) => ({ id: `child_${room}_${age}`, first_name: 'Kit', age }));

/**
 * The UCP lodging draft over REST, with every child as a guest. Alternates between stay ids and their parts'
 * ids; `planOf` names a unit type's rate plan.
 */
export function lodgingSurface(
  platform: TestPlatform,
  planOf: (unitType: string) => string = (unitType) => unitType, // the demo world's: each has one, in the same order
): Surface {
  const agent = lodgingAgent(platform.address, HOST);
  let turn = 0;
  const toBooking = ({ stays, property, buyer, first }: Party) => ({
    property: { id: property },
    ...(buyer === 'none' ? {} : { booker: BUYERS[buyer] }),
    guests: stays.flatMap((stay, room) => childrenOf(stay, room)),
    stays: stays.map((stay, room) => {
      const { unitType, from, nights, adults, children } = stay;
      turn += 1;
      return {
        ...(turn % 2
          ? { id: `${itemOf(stay, first)}~${planOf(unitType)}` }
          : { accommodation_type: { id: unitType }, rate_plan: { id: planOf(unitType) } }),
        stay_dates: { start_date: daysAhead(first + from), end_date: daysAhead(first + from + nights) },
        occupancy: {
          adults,
          children,
          total: adults + children,
          child_ages: childrenOf(stay, room).map(({ age }) => age),
        },
        guest_assignments: childrenOf(stay, room).map(({ id }) => ({ guest_id: id, role: 'accompanying' })),
      };
    }),
  });
  const seen = (session: LodgingSession) => ({
    id: session.id,
    state: (session.status === 'requires_escalation'
      ? 'held'
      : session.status === 'completed'
        ? 'paid'
        : STATES[session.status as 'incomplete']) as Seen['state'],
    total: totalOf(session.totals),
    stays: session.stays.map(({ totals }) => totalOf(totals)),
    problems: problemsOf(session.messages),
  });
  return surfaceOf(platform, agent.http.close, {
    create: async (party) => seen(await agent.create(toBooking(party))),
    update: async (id, party) => seen(await agent.update(id, toBooking(party))),
    complete: async (id) => seen(await agent.complete(id)),
    cancel: async (id) => seen(await agent.cancel(id)),
    get: async (id) => seen(await agent.get(id)),
  });
}

interface Calls {
  readonly create: (party: Party) => Promise<Seen & { readonly id: string }>;
  readonly update: (id: string, party: Party) => Promise<Seen & { readonly id: string }>;
  readonly complete: (id: string) => Promise<Seen & { readonly id: string }>;
  readonly cancel: (id: string) => Promise<Seen & { readonly id: string }>;
  readonly get: (id: string) => Promise<Seen & { readonly id: string }>;
}

function surfaceOf(platform: TestPlatform, close: () => Promise<void>, calls: Calls): Surface {
  let session: string | null = null;
  const withoutId = ({ id: _, ...seen }: Seen & { readonly id: string }): Seen => seen;
  const onSession = async (call: (id: string) => Promise<Seen & { readonly id: string }>) =>
    session === null ? null : withoutId(await call(session));
  return {
    close,
    async create(party) {
      const created = await calls.create(party);
      session = created.id;
      return withoutId(created);
    },
    update: (party) => onSession((id) => calls.update(id, party)),
    complete: () => onSession(calls.complete),
    cancel: () => onSession(calls.cancel),
    async pay() {
      const [booking] = await platform.database.query<{ id: number }>(
        'SELECT id::float8 FROM checkout.bookings WHERE checkout_id = $1',
        [session],
      );
      if (!booking) return null;
      const text = 'mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }';
      await ask(platform, hostOf(1), text, { id: String(booking.id) });
      return onSession(calls.get);
    },
  };
}

const STATES = { incomplete: 'open', ready_for_complete: 'ready', canceled: 'over' } as const;

/** The draft's different names, and its additional errors: a hold awaiting payment is an error there. */
const CODES: Readonly<Record<string, string>> = {
  inventory_exhausted: 'out_of_stock',
  occupancy_exceeded_capacity: 'capacity_exceeded',
  totals_changed: 'price_changed',
};
const ADDED = ['payment_required', 'not_cancelable'];

function problemsOf(messages: LodgingSession['messages']): readonly string[] {
  expect(messages).toBeInstanceOf(Array);
  const about = (path = '$') =>
    path.replace('$.stays', '$.line_items').replace('$.booker', '$.buyer').replace('$.order', '$');
  return messages
    .map(({ code, type, path }) => `${type} ${CODES[code] ?? code} ${about(path)}`)
    .filter((problem) => problem.startsWith('error') || problem.includes('price_changed'))
    .filter((problem) => !ADDED.some((code) => problem.includes(` ${code} `)));
}
