import { afterAll, beforeAll, expect } from 'vitest';
import { type AcpAgent, acpAgent, untilAvailable } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { seededTest, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

const CLIENTS = 32;
const CARTS_PER_CLIENT = tries(12);
/** One property's unit types, so that a cart may contain any two of them. */
const UNIT_TYPES = [1, 2, 3];
const UNITS = 60;

let servers: TwoServers;
let agents: readonly AcpAgent[];

beforeAll(async () => {
  servers = await startTwoServers();
  const surface = acpSurfaceTo(servers.platform, 'instant');
  agents = servers.addresses.map((address) => acpAgent({ ...surface, address }));
  const { database } = servers.platform;
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
  await database.query('UPDATE catalog.night SET total = $1 WHERE unit_type_id = ANY ($2)', [
    UNITS,
    UNIT_TYPES,
  ]);
});

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await servers.close();
});

let tried = 0;

seededTest(
  `two-item carts in random order at ${CLIENTS} clients: no deadlock, no partial hold, nothing oversold`,
  async (chance) => {
    const { database } = servers.platform;
    // Separate nights for each test. Every cart wants the third night, where each unit type has room for
    // fewer carts than arrive.
    const from = 40 + 10 * tried++;
    let completed = 0;
    let refused = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const agent = agents[client % 2] as AcpAgent; // two agents
        for (let cart = 0; cart < CARTS_PER_CLIENT; cart++) {
          const first = from + chance.below(3);
          const dates = `${daysAhead(first)}:${daysAhead(first + 3)}`;
          const [one, other] = chance.shuffle(UNIT_TYPES);
          const wanted = {
            line_items: [{ id: `stay:${one}:${dates}:2:0` }, { id: `stay:${other}:${dates}:2:0` }],
            buyer: { first_name: 'Ada', last_name: 'Byron', email: `guest-${client}-${cart}@example.com` },
          };
          const created = await untilAvailable(() => agent.create(wanted));
          expect(created.status, JSON.stringify(created.body)).toBe(201);
          const { status, body } = await untilAvailable(() => agent.complete(created.body.id, 'once'));
          expect(status, JSON.stringify(body)).toBe(200);
          if (body.status === 'completed') completed += 1;
          else {
            refused += 1;
            expect(body.messages.map(({ code }) => code)).toContain('out_of_stock');
          }
        }
      }),
    );
    expect(completed + refused).toBe(CLIENTS * CARTS_PER_CLIENT);
    expect(completed).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    expect(await brokenInvariants(database)).toEqual({});
    const [holds] = await database.query<{ held: string; partial: string }>(
      `SELECT count(*) AS held, count(*) FILTER (WHERE cardinality(unit_type_ids) <> 2) AS partial
       FROM catalog.stay_holds WHERE state = 'held' AND check_in BETWEEN $1::date AND $2::date`,
      [daysAhead(from), daysAhead(from + 2)],
    );
    expect(holds).toEqual({ held: String(completed), partial: '0' });
    await database.query('SELECT pg_stat_force_next_flush()');
    const [stats] = await database.query<{ deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(stats?.deadlocks).toBe('0');
  },
  120_000,
);
