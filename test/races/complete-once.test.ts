import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type AcpAgent, type AcpAnswer, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { seededTest, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

const SESSIONS = tries(150);
const REQUESTS_PER_SESSION = 20;

let servers: TwoServers;
let agents: readonly AcpAgent[];

beforeAll(async () => {
  servers = await startTwoServers();
  const surface = acpSurfaceTo(servers.platform, 'instant');
  agents = servers.addresses.map((address) => acpAgent({ ...surface, address }, 100));
  // Room for every booking: the test is about repeats, not shortages.
  await servers.platform.database.query('UPDATE catalog.night SET total = 10000');
  await servers.platform.database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
});

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await servers.close();
});

let guests = 0;

/**
 * True for an answer after which agents try again: the booking is still being made, or the server is too busy. A busy
 * machine can exceed both the 3 s that a repeat waits and the 4.5 s that a query can take.
 */
const isUndecided = ({ status, body }: AcpAnswer): boolean =>
  status === 503 ||
  (status === 409 ? body.code === 'idempotency_in_flight' : body.status === 'complete_in_progress');

/** Completes under the earlier key, and tries again until it's decided, like agents do. */
async function completeAgain(agent: AcpAgent, id: string): Promise<AcpAnswer> {
  for (;;) {
    const answer = await agent.complete(id, id);
    if (!isUndecided(answer)) return answer;
  }
}

async function readySessions(count: number): Promise<string[]> {
  const sessions = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      guests += 1;
      const answer = await (agents[n % 2] as AcpAgent).create({
        line_items: [
          { id: `stay:${1 + (n % 2)}:${daysAhead(20 + (n % 40))}:${daysAhead(22 + (n % 40))}:2:0` },
        ],
        buyer: { first_name: 'Ada', last_name: 'Byron', email: `guest-${guests}@example.com` },
      });
      expect(answer.body.status, JSON.stringify(answer.body)).toBe('ready_for_payment');
      return answer.body.id;
    }),
  );
  return sessions;
}

describe('over two processes', () => {
  seededTest(
    `${SESSIONS} sessions completed ${REQUESTS_PER_SESSION} times each at once, with one to three keys, make one booking each`,
    async (chance) => {
      const ids = await readySessions(SESSIONS);
      const requests = chance.shuffle(
        ids.flatMap((id, n) =>
          Array.from({ length: REQUESTS_PER_SESSION }, (_, repeat) => ({
            id,
            key: `key-${repeat % (1 + (n % 3))}`,
          })),
        ),
      );
      const answers = new Map<string, AcpAnswer[]>(ids.map((id) => [id, []]));
      await Promise.all(
        requests.map(async ({ id, key }) => {
          const answer = await (chance.pick(agents) as AcpAgent).complete(id, key);
          answers.get(id)?.push(answer);
        }),
      );
      for (const [id, each] of answers) {
        const orders = new Set<string>();
        const last = await completeAgain(chance.pick(agents) as AcpAgent, id);
        for (const { status, body } of [...each.filter((answer) => !isUndecided(answer)), last]) {
          expect(status, JSON.stringify(body)).toBe(200);
          expect(body.status).toBe('completed');
          orders.add(`${body.order?.id} ${body.order?.permalink_url.replace(/^http:\/\/[^/]+/, '')}`);
        }
        expect(orders.size).toBe(1);
      }
      expect(await brokenInvariants(servers.platform.database)).toEqual({});
    },
    180_000,
  );

  seededTest(
    'clients that drop the socket before the answer lose no booking and make none twice',
    async (chance) => {
      const { database } = servers.platform;
      const ids = await readySessions(tries(80));
      await Promise.all(
        ids.map((id) => {
          const path = `/api/acp/checkout_sessions/${id}/complete`;
          const signal = AbortSignal.timeout(chance.below(120));
          const headers = { 'idempotency-key': id };
          // The caller disconnects and can't know whether a response was on its way.
          return (chance.pick(agents) as AcpAgent).send('POST', path, { headers, signal }).catch(() => null);
        }),
      );
      const repeated = await Promise.all(ids.map((id) => completeAgain(chance.pick(agents) as AcpAgent, id)));
      for (const { status, body } of repeated) {
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body.status).toBe('completed');
      }
      const booked = await database.query<{ checkout_id: string; reference: string }>(
        'SELECT checkout_id, reference FROM checkout.bookings WHERE checkout_id = ANY ($1)',
        [ids],
      );
      expect(booked).toHaveLength(ids.length);
      const orders = new Map(booked.map(({ checkout_id, reference }) => [checkout_id, reference]));
      for (const { body } of repeated) expect(body.order?.id).toBe(orders.get(body.id));
      expect(await brokenInvariants(database)).toEqual({});
    },
    120_000,
  );
});
