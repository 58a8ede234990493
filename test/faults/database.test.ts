import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AcpAgent, type AcpAnswer, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { LEAK } from '../support/leak.ts';
import { type OwnDatabase, openOwnDatabase } from '../support/own-database.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';

const CLIENTS = 8;
const RESTARTS = 10;
const STALL_MS = 5_000;
/** Bookings resume within a second or two after the database; the remaining time allows for a busy machine. */
const RECOVERY_MS = 20_000;

let database: OwnDatabase;
let server: ServerProcess;
let agent: AcpAgent;

beforeAll(async () => {
  database = await openOwnDatabase();
  server = await startServerProcess({
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    AGENT_RATE_LIMIT: '1000000000',
    AGENT_HOLD_NIGHTS: '1000000000',
    LOG_LEVEL: 'silent',
  });
  const demo = JSON.parse(await readFile(join(database.dataDir, 'demo.json'), 'utf8'));
  agent = acpAgent(acpSurfaceTo({ address: server.address, demo }, 'instant'));
  await database.query('UPDATE catalog.night SET total = 10000');
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
});

afterAll(async () => {
  await agent.close();
  await server.stop();
  await database.close();
});

/** An agent's observations while booking: every response that isn't a session. */
interface Seen {
  readonly failures: AcpAnswer[];
  booked: number;
}

/** Repeats a request under its key until it returns a session, as the docs require from agents. */
async function untilAnswered(seen: Seen, send: () => Promise<AcpAnswer>): Promise<AcpAnswer> {
  for (const began = Date.now(); ; ) {
    const answer = await send();
    if (answer.status < 300) return answer;
    seen.failures.push(answer);
    if (Date.now() - began > ANSWERED_MS)
      throw new Error(`It was never answered: ${answer.status} ${JSON.stringify(answer.body)}`);
    await sleep(50);
  }
}

/** Far longer than any fault here lasts: a response missing by then never arrives. */
const ANSWERED_MS = 40_000;

let carts = 0;

async function book(seen: Seen): Promise<void> {
  const cart = ++carts;
  const body = {
    line_items: [
      { id: `stay:${1 + (cart % 2)}:${daysAhead(20 + (cart % 90))}:${daysAhead(22 + (cart % 90))}:2:0` },
    ],
    buyer: { first_name: 'Ada', last_name: 'Byron', email: `guest-${cart}@example.com` },
  };
  const created = await untilAnswered(seen, () =>
    agent.create(body, { 'idempotency-key': `create-${cart}` }),
  );
  const { id } = created.body;
  const completed = await untilAnswered(seen, () => agent.complete(id, `complete-${cart}`));
  expect(completed.body.status, JSON.stringify(completed.body)).toBe('completed');
  seen.booked += 1;
}

/** Books with all clients until `trouble` is over, which receives their observations. */
async function bookDuring(trouble: (seen: Seen) => Promise<void>): Promise<Seen> {
  const seen: Seen = { failures: [], booked: 0 };
  let over = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over) await book(seen);
  });
  try {
    await trouble(seen);
  } finally {
    over = true;
    await Promise.all(clients);
  }
  return seen;
}

/** Expects bookings to succeed again from now on. */
async function expectRecovery(seen: Seen): Promise<void> {
  const before = seen.booked;
  await expect.poll(() => seen.booked, { timeout: RECOVERY_MS, interval: 20 }).toBeGreaterThan(before);
}

async function expectRight({ failures, booked }: Seen): Promise<void> {
  expect(booked).toBeGreaterThan(0);
  for (const { status, body } of failures) {
    if (status === 409) expect(body.code).toBe('idempotency_in_flight');
    else expect({ status, code: body.code }).toEqual({ status: 503, code: 'processing_error' });
    expect(JSON.stringify(body)).not.toMatch(LEAK);
  }
  const [{ twice } = { twice: '' }] = await database.query<{ twice: string }>(
    `SELECT count(*) AS twice FROM (
       SELECT FROM checkout.bookings GROUP BY guest_email HAVING count(*) > 1) guests`,
  );
  expect(twice).toBe('0');
  expect(await brokenInvariants(database)).toEqual({});
}

describe('the database', () => {
  test(`a database restarted ${RESTARTS} times under load loses no bookings`, async () => {
    const seen = await bookDuring(async (seen) => {
      for (let restart = 0; restart < RESTARTS; restart++) {
        await sleep(300);
        await database.restart();
        await expectRecovery(seen);
      }
    });
    await expectRight(seen);
  }, 300_000);

  test('a database frozen for 5 s loses no bookings', async () => {
    const seen = await bookDuring(async (seen) => {
      await sleep(300);
      database.stall();
      await sleep(STALL_MS);
      database.resume();
      await expectRecovery(seen);
    });
    await expectRight(seen);
  }, 60_000);
});
