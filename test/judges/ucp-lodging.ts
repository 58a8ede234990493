import { ask, hostOf } from '../support/developer.ts';
import { type LodgingSession, lodgingAgent, PIN } from '../support/lodging.ts';
import type { TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import type { Judge } from './judge.ts';
import { bySchemas, type Recorded } from './official-schemas.ts';
import { LODGING_DRAFT, LODGING_SCHEMAS } from './ucp-lodging-schemas.ts';

/** The official JSON Schemas of the draft of UCP lodging over a recorded conversation. */
export const ucpLodging: Judge = {
  name: 'UCP lodging (draft)',
  version: `Universal-Commerce-Protocol/ucp ${PIN}, Apache-2.0`,
  about:
    'Every operation and every kind of answer against the JSON Schemas of the pinned draft. `UCP_LODGING_DIR` names a folder with them, and with what they share with the rest of UCP at fdcf893; with it set, the tests of the surface hold every answer of theirs against them too. The property, the capacity and the head of an answer were not to be had at that commit: these three are as its pages describe them.',
  exceptions: [],
  ...bySchemas(LODGING_DRAFT, recordLodging),
};

const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };

/** A conversation that meets every operation, every status and every kind of refusal. */
async function recordLodging(server: TestPlatform): Promise<Recorded[]> {
  await offerDraft(server);
  const recorded: Recorded[] = [];
  const agent = lodgingAgent(server.address, 'lakeside.localhost', (method, path, answer) => {
    const session = answer as LodgingSession;
    const isError = session.ucp.status === 'error';
    const name = `${method} ${path.split('/').at(-1)}, ${isError ? session.messages[0]?.code : session.status}`;
    recorded.push({ name, schema: LODGING_SCHEMAS[isError ? 'error' : 'booking'], answer });
    if (isError) return;
    for (const term of session.payment.terms)
      recorded.push({ name: `${name}: payment term`, schema: LODGING_SCHEMAS.term, answer: term });
  });
  const booking = (from: number, more: object = { booker: ADA }) => ({
    property: { id: '3' },
    stays: [
      {
        id: `stay:7:${daysAhead(from)}:${daysAhead(from + 3)}:2:0`,
        stay_dates: { start_date: daysAhead(from), end_date: daysAhead(from + 3) },
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
  return recorded;
}

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
