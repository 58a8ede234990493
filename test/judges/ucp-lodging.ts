import { storefrontHttp } from '../support/agent.ts';
import { ask, hostOf } from '../support/developer.ts';
import { type LodgingSession, lodgingAgent, PIN } from '../support/lodging.ts';
import type { TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import type { Judge } from './judge.ts';
import { bySchemas, type Recorded } from './official-schemas.ts';
import { LODGING_DRAFT, LODGING_SCHEMAS } from './ucp-lodging-schemas.ts';

/** The UCP lodging draft's official JSON Schemas over a recorded conversation. */
export const ucpLodging: Judge = {
  name: 'UCP lodging (draft)',
  version: `Universal-Commerce-Protocol/ucp ${PIN}, Apache-2.0`,
  about:
    'Every operation over REST and MCP and every kind of answer, with the default rate plan and with named ones, against the JSON Schemas of the pinned draft. `UCP_LODGING_DIR` names a folder with them, and with what they share with the rest of UCP at fdcf893; with it set, the tests of the surface hold every answer of theirs against them too. The property, the capacity, the item of a cancellation policy and the head of an answer were not to be had at that commit: these four are as its pages describe them.',
  exceptions: [],
  ...bySchemas(LODGING_DRAFT, recordLodging),
};

const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const HOST = 'lakeside.localhost';
const CABIN = { unitType: '7', property: '3' };
/** Nights in each stay. */
const NIGHTS = 3;

type Keep = (name: string, answer: unknown) => void;

/** Records a conversation with every operation, every status and every type of refusal, over both transports. */
async function recordLodging(server: TestPlatform): Promise<Recorded[]> {
  await offerDraft(server);
  const recorded: Recorded[] = [];
  const keep: Keep = (name, answer) => recorded.push(...partsOf(name, answer as LodgingSession));
  const plans = await addPlans(server);
  await bookByDefault(server, keep);
  await bookByPlan(server, plans, keep);
  await bookOverMcp(server, plans, keep);
  return recorded;
}

/** A response, and the parts that the draft describes separately. */
function partsOf(asked: string, answer: LodgingSession): readonly Recorded[] {
  const isError = answer.ucp.status === 'error';
  const name = `${asked}, ${isError ? answer.messages[0]?.code : answer.status}`;
  if (isError) return [{ name, schema: LODGING_SCHEMAS.error, answer }];
  return [
    { name, schema: LODGING_SCHEMAS.booking, answer },
    ...answer.payment.terms.map((term) => ({
      name: `${name}: payment term`,
      schema: LODGING_SCHEMAS.term,
      answer: term,
    })),
    ...answer.policies.map((policy) => ({
      name: `${name}: policy`,
      schema: LODGING_SCHEMAS.policy,
      answer: policy,
    })),
  ];
}

const datesFrom = (from: number) => ({ start_date: daysAhead(from), end_date: daysAhead(from + NIGHTS) });

/** The operations with a search result's default rate plan. */
async function bookByDefault(server: TestPlatform, keep: Keep): Promise<void> {
  const agent = lodgingAgent(server.address, HOST, (method, path, answer) =>
    keep(`${method} ${path.split('/').at(-1)}`, answer),
  );
  const booking = (from: number, more: object = { booker: ADA }) => ({
    property: { id: CABIN.property },
    stays: [
      {
        id: `stay:${CABIN.unitType}:${daysAhead(from)}:${daysAhead(from + NIGHTS)}:2:0`,
        stay_dates: datesFrom(from),
        guest_assignments: [{ guest_id: 'gst_01', role: 'primary' }],
      },
    ],
    guests: [{ id: 'gst_01', ...ADA, age: 36 }],
    ...more,
  });
  const open = await agent.create({ ...booking(30), guests: [], booker: {} });
  await agent.update(open.id, booking(30, {}));
  await agent.cancel(open.id);
  const { id } = await agent.create(booking(34));
  await agent.complete(id);
  await markPaid(server, id);
  await agent.get(id);
  await agent.update(id, booking(35));
  await agent.send('GET', 'unknown');
  await agent.send('POST', '/api/ucp/lodging/booking-sessions', { stays: [] });
  await agent.http.close();
}

/** The cabin's named rate plans; each has its own terms. */
const PLANS = {
  saver: { title: 'Saver', adjust: { percentBp: -1500 }, mealPlan: 'breakfast' },
  deposit: { title: 'Deposit', payment: { mode: 'deposit', depositPercent: 30, balanceDaysBefore: 7 } },
  onArrival: { title: 'Pay on arrival', payment: { mode: 'at_property' }, adjust: { amount: 900 } },
  weekly: { title: 'Weekly', minStay: 7, weekDiscountBp: 1000 },
  asleep: { title: 'Asleep', active: false },
} as const;
type PlanIds = Readonly<Record<keyof typeof PLANS, string>>;

async function addPlans(server: TestPlatform): Promise<PlanIds> {
  const { cancellationPolicyCreate: made } = await ask<{
    cancellationPolicyCreate: { cancellationPolicy: { id: string } };
  }>(
    server,
    hostOf(1),
    `mutation ($input: CancellationPolicyCreateInput!) { cancellationPolicyCreate(input: $input) {
      cancellationPolicy { id } } }`,
    {
      input: {
        storefrontId: '1',
        name: 'Nothing back',
        terms: { tiers: [], afterLast: { refundPercent: 0 } },
      },
    },
  );
  const ids: Partial<Record<keyof typeof PLANS, string>> = {};
  for (const [key, plan] of Object.entries(PLANS) as [keyof typeof PLANS, object][]) {
    const terms = key === 'saver' ? { ...plan, cancellationPolicyId: made.cancellationPolicy.id } : plan;
    const { ratePlanCreate } = await ask<{ ratePlanCreate: { ratePlan: { id: string } } }>(
      server,
      hostOf(1),
      'mutation ($input: RatePlanCreateInput!) { ratePlanCreate(input: $input) { ratePlan { id } } }',
      { input: { unitTypeId: CABIN.unitType, plan: terms } },
    );
    ids[key] = ratePlanCreate.ratePlan.id;
  }
  return ids as PlanIds;
}

/** Stays with named rate plans: search results, identified by the stay's id or by its parts' ids. */
async function bookByPlan(server: TestPlatform, plans: PlanIds, keep: Keep): Promise<void> {
  let plan = '';
  const agent = lodgingAgent(server.address, HOST, (method, path, answer) =>
    keep(`${plan}: ${method} ${path.split('/').at(-1)}`, answer),
  );
  const stayOf = async (key: keyof typeof PLANS, from: number) => ({
    id: `${await foundBySearch(server, from)}~${plans[key]}`,
    stay_dates: datesFrom(from),
  });
  const booking = (stays: readonly object[]) => ({ property: { id: CABIN.property }, stays, booker: ADA });

  plan = 'saver';
  const held = await agent.create(booking([await stayOf('saver', 120)]));
  sells(held, ['Saver']);
  is(held.policies[0]?.refundability, 'non_refundable');
  await agent.complete(held.id);
  await markPaid(server, held.id);
  is((await agent.get(held.id)).status, 'completed');

  plan = 'deposit';
  const owed = await agent.create(
    booking([
      {
        accommodation_type: { id: CABIN.unitType },
        rate_plan: { id: plans.deposit },
        stay_dates: datesFrom(124),
        occupancy: { adults: 2, children: 1, child_ages: [4], total: 3 },
      },
    ]),
  );
  sells(owed, ['Deposit']);
  is(owed.payment.terms[0]?.schedules.map(({ type }) => type).join(), 'immediate,deferred');
  await agent.update(owed.id, booking([await stayOf('onArrival', 124)]));

  plan = 'pay on arrival';
  const unpaid = await agent.create(booking([await stayOf('onArrival', 128)]));
  sells(unpaid, ['Pay on arrival']);
  is((await agent.complete(unpaid.id)).status, 'completed');

  plan = 'two plans';
  const both = await agent.create(booking([await stayOf('saver', 132), await stayOf('deposit', 132)]));
  sells(both, ['Saver', 'Deposit']);
  is(both.policies.map(({ refundability }) => refundability).join(), 'non_refundable,refundable');
  await agent.complete(both.id);

  for (const refused of ['weekly', 'asleep'] as const) {
    plan = refused;
    const { status, messages } = await agent.create(booking([await stayOf(refused, 136)]));
    is(
      `${status} ${messages[0]?.code}`,
      `incomplete ${refused === 'weekly' ? 'min_stay' : 'item_unavailable'}`,
    );
  }
  plan = 'ids that differ';
  const differing = { ...(await stayOf('saver', 136)), rate_plan: { id: plans.deposit } };
  is((await agent.send('POST', '/api/ucp/lodging/booking-sessions', booking([differing]))).status, 400);
  await agent.http.close();
}

/** The same five operations as tools, with a named rate plan. */
async function bookOverMcp(server: TestPlatform, plans: PlanIds, keep: Keep): Promise<void> {
  const http = storefrontHttp(server.address, HOST);
  const call = async (tool: string, args: object): Promise<LodgingSession> => {
    const meta = {
      'ucp-agent': { profile: 'https://agent.example/.well-known/ucp' },
      'idempotency-key': crypto.randomUUID(),
    };
    const { json } = await http.rpc('tools/call', { name: tool, arguments: { meta, ...args } });
    const answer = json.result?.structuredContent;
    if (!answer) throw new Error(`${tool} did not answer: ${JSON.stringify(json)}`);
    keep(tool, answer);
    return answer;
  };
  const id = `${await foundBySearch(server, 140)}~${plans.saver}`;
  const booking = { property: { id: CABIN.property }, stays: [{ id, stay_dates: datesFrom(140) }] };
  const open = await call('create_booking_session', { booking });
  sells(open, ['Saver']);
  await call('update_booking_session', { id: open.id, booking: { ...booking, booker: ADA } });
  await call('complete_booking_session', { id: open.id });
  is((await call('get_booking_session', { id: open.id })).status, 'requires_escalation');
  const other = await call('create_booking_session', { booking });
  await call('cancel_booking_session', { id: other.id });
  await call('get_booking_session', { id: 'unknown' });
  await http.close();
}

/** The cabin's single search result: the agent adds the rate plan. */
async function foundBySearch(server: TestPlatform, from: number): Promise<string> {
  const dates = { check_in: daysAhead(from), check_out: daysAhead(from + NIGHTS), adults: 2 };
  const found = (await searchStays(server.address, HOST, dates)).filter(({ id }) =>
    id.startsWith(`stay:${CABIN.unitType}:`),
  );
  is(found.length, 1);
  return found[0]?.id ?? '';
}

/** Ends a conversation that took a different path, because it would prove nothing. */
function is(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`The conversation expected ${expected} and met ${found}.`);
}

const sells = ({ stays }: LodgingSession, titles: readonly string[]) =>
  is(stays.map(({ rate_plan: { title } }) => title).join(), titles.join());

const offerDraft = (server: TestPlatform) =>
  ask(
    server,
    hostOf(1),
    'mutation { storefrontUpdate(input: { id: "1", lodgingDraft: true }) { userErrors { code } } }',
  );

async function markPaid(server: TestPlatform, checkoutId: string): Promise<void> {
  const [booking] = await server.database.query<{ id: number }>(
    'SELECT id::float8 FROM checkout.bookings WHERE checkout_id = $1',
    [checkoutId],
  );
  await ask(server, hostOf(1), 'mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', {
    id: String(booking?.id),
  });
}
