import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitionsOf } from '#db/migrate/definitions.ts';
import { newUuid } from '#kit/ids.ts';
import { setNights } from '#subgraphs/catalog/rates/commands/set-nights.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { confirmStay, releaseStay } from '#subgraphs/catalog/stays/commands/release-stay.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
import { UnpaidSums } from '../../db/migrations/20270204-unpaid-sums.ts';
import {
  dayFromNow,
  HOST,
  lineOf,
  openCatalog,
  quoteAndHold,
  sell,
  type TestCatalog,
} from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { chanceOf, SEED } from '../support/seeded.ts';

let database: TestDatabase;
/** Two processes on one database, each with its own read model. */
let processes: readonly TestCatalog[];

beforeAll(async () => {
  database = await createTestDatabase();
  processes = [await openCatalog(database.url), await openCatalog(database.url)];
});
afterAll(async () => {
  for (const process of processes) await process.close();
  await database.drop();
});

/** A context from one of the processes, in turn. */
const at = (index: number, ...viewer: Parameters<TestCatalog['as']>) => {
  const process = processes[index % processes.length];
  if (!process) throw new Error('There is no process.');
  return process.as(...viewer);
};

const concurrently = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Nights whose held units differ from the holds. */
const wrongNights = () =>
  database.query(`
    SELECT n.unit_type_id, n.night, n.held, n.agent_held, n.confirmed, sum(h.units) FILTER (WHERE h.state = 'held') AS holds
    FROM catalog.night n
    LEFT JOIN (
      SELECT s.state, s.by_agent, s.check_in, s.check_out, unnest(s.unit_type_ids) AS id, unnest(s.quantities) AS units
      FROM catalog.stay_holds s) h ON h.id = n.unit_type_id AND n.night >= h.check_in AND n.night < h.check_out
    GROUP BY n.unit_type_id, n.night, n.held, n.agent_held, n.confirmed
    HAVING n.held <> coalesce(sum(h.units) FILTER (WHERE h.state = 'held'), 0)
      OR n.agent_held <> coalesce(sum(h.units) FILTER (WHERE h.state = 'held' AND h.by_agent), 0)
      OR n.confirmed <> coalesce(sum(h.units) FILTER (WHERE h.state = 'confirmed'), 0)`);

/** Agents whose running sum of unpaid unit-nights differs from their holds. */
const wrongSums = () =>
  database.query(`
    SELECT storefront_id, kind, holder, s.unit_nights AS sum, h.unit_nights AS held
    FROM catalog.unpaid_sums s FULL JOIN (
      SELECT h.storefront_id, agent.kind, agent.holder, sum(h.unit_nights) AS unit_nights
      FROM catalog.stay_holds h,
        LATERAL (VALUES ('address', h.agent_address), ('profile', h.agent_profile)) AS agent (kind, holder)
      WHERE h.state = 'held' AND agent.holder IS NOT NULL GROUP BY 1, 2, 3) h USING (storefront_id, kind, holder)
    WHERE s.unit_nights IS DISTINCT FROM h.unit_nights`);

const deadlocks = async () => {
  const [row] = await database.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.deadlocks;
};

describe('Holding nights while others do', () => {
  test('exactly one of 64 concurrent completions for the last unit succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 1 }]);
      const [id = 0] = unitTypeIds;
      const results = await concurrently(64, (index) =>
        quoteAndHold(at(index), storefrontId, [lineOf(id, 5, 8)]),
      );
      expect(results.filter(({ held }) => held)).toHaveLength(1);
      for (const { held, quote } of results) {
        if (!held) expect(quote.problems.map(({ code }) => code)).toEqual(['out_of_stock']);
      }
    }
    expect(await wrongNights()).toEqual([]);
  });

  test('two-item carts in any order never deadlock', async () => {
    const { storefrontId, unitTypeIds } = await sell(
      at(0),
      Array.from({ length: 6 }, () => ({ units: 8 })),
    );
    await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
    const chance = chanceOf(SEED);
    const results = await concurrently(400, (index) => {
      const from = 10 + chance.below(3);
      const lines = [chance.pick(unitTypeIds), chance.pick(unitTypeIds)].map((id) =>
        lineOf(id, from, from + 3),
      );
      return quoteAndHold(at(index), storefrontId, lines);
    });
    const held = results.filter((result) => result.held).length;
    expect(held).toBeGreaterThan(15);
    expect(held).toBeLessThan(400);
    expect(await wrongNights()).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });

  test('concurrent requests together can hold at most half the units of a larger unit type without payment', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 10 }]);
    const [id = 0] = unitTypeIds;
    const results = await concurrently(40, (index) =>
      quoteAndHold(at(index), storefrontId, [lineOf(id, 5, 7)]),
    );
    expect(results.filter(({ held }) => held)).toHaveLength(5);
  });

  test("unpaid holds by hosts and requests leave the agents' quota untouched", async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 10 }]);
    const [id = 0] = unitTypeIds;
    const line = (quantity: number) => [lineOf(id, 5, 7, quantity, quantity)];
    const own = await quoteAndHold(at(0), storefrontId, line(4), { agent: null });
    const one = await quoteAndHold(at(1), storefrontId, line(1), { agent: null });
    expect([own.held, one.held]).toEqual([true, true]);
    const results = await concurrently(12, (index) => quoteAndHold(at(index), storefrontId, line(1)));
    expect(results.filter(({ held }) => held)).toHaveLength(5);
    expect(await wrongNights()).toEqual([]);
  });

  test('agents but not the host are refused once agents hold half the units', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 10 }]);
    const [id = 0] = unitTypeIds;
    const line = (quantity: number) => [lineOf(id, 5, 7, quantity, quantity)];
    const holdId = newUuid();
    expect(await quoteAndHold(at(0), storefrontId, line(5), { holdId })).toMatchObject({ held: true });
    expect(await quoteAndHold(at(1), storefrontId, line(1))).toMatchObject({ held: false });
    const ofHost = { agent: null };
    expect(await quoteAndHold(at(1), storefrontId, line(4), ofHost)).toMatchObject({ held: true });
    expect(await confirmStay(at(0), holdId)).toBe(true);
    const last = await concurrently(4, (index) => quoteAndHold(at(index), storefrontId, line(1)));
    expect(last.filter(({ held }) => held)).toHaveLength(1);
    expect(await wrongNights()).toEqual([]);
  });

  test("an agent's unpaid hold still counts toward the agents' quota after the host changes it", async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 10 }]);
    const [id = 0] = unitTypeIds;
    const [holdId, changedId] = [newUuid(), newUuid()];
    const until = new Date(Date.now() + 3_600_000);
    const guestEmail = 'ada@guest.test';
    const moved = { storefrontId, until, guestEmail, lines: [lineOf(id, 6, 8, 5, 5)] };
    await quoteAndHold(at(0), storefrontId, [lineOf(id, 5, 7, 4, 4)], { holdId });
    expect(await holdStay(at(0), { ...moved, holdId: changedId, replaces: holdId })).toMatchObject({
      held: true,
    });
    expect(await wrongNights()).toEqual([]);
    expect(await quoteAndHold(at(0), storefrontId, [lineOf(id, 6, 8)])).toMatchObject({ held: false });
    expect(await releaseStay(at(0), changedId)).toBe(true);
    expect(await quoteAndHold(at(0), storefrontId, [lineOf(id, 6, 8)])).toMatchObject({ held: true });
    expect(await wrongNights()).toEqual([]);
  });

  test('a guest can have at most ten unpaid holds', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), Array(30).fill({ units: 2 }));
    const until = new Date(Date.now() + 3_600_000);
    const results = await concurrently(30, (index) =>
      quoteAndHold(at(index), storefrontId, [lineOf(unitTypeIds[index] ?? 0, 5, 7)], {
        guestEmail: index % 2 ? 'Guest@Example.test' : 'guest@example.test ',
        until,
      }),
    );
    expect(results.filter(({ held }) => held)).toHaveLength(10);
    for (const { held, quote } of results) {
      const reason = expect.stringMatching(`10 unpaid bookings .+ expires at ${until.toISOString()}`);
      if (!held) expect(quote.problems).toMatchObject([{ code: 'hold_limit_guest', limit: 10, reason }]);
    }
    expect(await wrongNights()).toEqual([]);
  });

  test('limits are halved only while unpaid holds occupy more than a quarter of the units', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), Array(8).fill({}));
    const occupied = await concurrently(3, (index) =>
      quoteAndHold(at(index), storefrontId, [lineOf(unitTypeIds[index] ?? 0, 5, 7)]),
    );
    expect(occupied.map(({ held }) => held)).toEqual([true, true, true]);
    const hold = (index: number) =>
      quoteAndHold(at(index), storefrontId, [lineOf(unitTypeIds[7] ?? 0, 10 + index, 11 + index)], {
        guestEmail: 'guest@example.test',
      });
    const results = await concurrently(20, hold);
    expect(results.filter(({ held }) => held)).toHaveLength(5);
    for (const { held, quote } of results)
      if (!held) expect(quote.problems).toMatchObject([{ code: 'hold_limit_guest', limit: 5 }]);
    await database.query(
      `SELECT catalog.end_hold(id, 'released', NULL, NULL) FROM catalog.stay_holds
       WHERE storefront_id = $1 AND check_in = $2::date`,
      [storefrontId, dayFromNow(5).toString()],
    );
    const later = await concurrently(20, (index) => hold(40 + index));
    expect(later.filter(({ held }) => held)).toHaveLength(5);
  });

  test.each(['address', 'profile'] as const)(
    'one %s has a limited number of unpaid unit-nights',
    async (holder) => {
      const { storefrontId, unitTypeIds } = await sell(at(0), Array(20).fill({ units: 2 }));
      await database.query('UPDATE catalog.storefront SET max_held_nights = 21 WHERE id = $1', [
        storefrontId,
      ]);
      const agent = { address: null, profile: null, [holder]: `one ${holder}` };
      const other = { address: null, profile: null, [holder]: `another ${holder}` };
      const hold = (index: number, by: typeof agent) =>
        quoteAndHold(at(index), storefrontId, [lineOf(unitTypeIds[index] ?? 0, 5, 7, 2)], { agent: by });
      const results = await concurrently(20, (index) => hold(index, agent));
      expect(results.filter(({ held }) => held)).toHaveLength(5);
      for (const { held, quote } of results) {
        if (!held) expect(quote.problems).toMatchObject([{ code: 'hold_limit_agent', limit: 21 }]);
      }
      const taken = results.findIndex(({ held }) => !held);
      expect(await hold(taken, other)).toMatchObject({ held: true });
      expect(await wrongNights()).toEqual([]);
      expect(await deadlocks()).toBe(0);
    },
  );

  test("a paid or released hold doesn't count toward the limit", async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 50 }]);
    await database.query('UPDATE catalog.storefront SET max_held_nights = 4 WHERE id = $1', [storefrontId]);
    const agent = { address: '2001:db8::/64', profile: 'https://agent.example' };
    const hold = (holdId = newUuid()) =>
      quoteAndHold(at(0), storefrontId, [lineOf(unitTypeIds[0] ?? 0, 5, 7)], { agent, holdId });
    const [paid, released] = [newUuid(), newUuid()];
    expect([(await hold(paid)).held, (await hold(released)).held, (await hold()).held]).toEqual([
      true,
      true,
      false,
    ]);
    await confirmStay(at(0), paid);
    await releaseStay(at(0), released);
    expect((await hold()).held).toBe(true);
    const kept = await database.query(
      'SELECT agent_address, agent_profile FROM catalog.stay_holds WHERE id = ANY ($1)',
      [[paid, released]],
    );
    expect(kept).toEqual(Array(2).fill({ agent_address: null, agent_profile: null }));
  });

  test("agents' running sums equal their unpaid holds after concurrent holds, moves, payments and releases", async () => {
    const { storefrontId, unitTypeIds } = await sell(
      at(0),
      Array.from({ length: 4 }, () => ({ units: 200 })),
    );
    await database.query(
      'UPDATE catalog.storefront SET max_held_share_percent = 100, max_held_nights = 100000',
    );
    const chance = chanceOf(SEED);
    const agents = Array.from({ length: 6 }, (_, index) => ({
      address: `192.0.2.${index % 3}`,
      profile: index % 2 ? `https://agent-${index % 3}.example` : null,
    }));
    await concurrently(150, async (index) => {
      const agent = chance.pick(agents);
      const [from, holdId] = [10 + chance.below(3), newUuid()];
      const lines = [lineOf(chance.pick(unitTypeIds), from, from + 1 + chance.below(3))];
      const end = chance.pick(['keep', 'confirm', 'release', 'move'] as const);
      const by = { agent, holdId, guestEmail: `${newUuid()}@guest.test` };
      const { held } = await quoteAndHold(at(index), storefrontId, lines, by);
      if (!held) return;
      if (end === 'confirm') await confirmStay(at(index), holdId);
      if (end === 'release') await releaseStay(at(index + 1), holdId);
      if (end === 'move') {
        const moved = { ...by, holdId: newUuid(), replaces: holdId, agent: chance.pick(agents) };
        await holdStay(at(index + 1), {
          ...moved,
          storefrontId,
          lines,
          until: new Date(Date.now() + 7_200_000),
        });
      }
    });
    expect(await wrongSums()).toEqual([]);
    expect(await wrongNights()).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });

  test('holds that swap their agents never deadlock', async () => {
    const { storefrontId, unitTypeIds } = await sell(
      at(0),
      Array.from({ length: 8 }, () => ({ units: 50 })),
    );
    await database.query(
      'UPDATE catalog.storefront SET max_held_share_percent = 100, max_held_nights = 100000',
    );
    const agents = Array.from({ length: 8 }, (_, index) => ({
      address: `198.51.100.${index % 2}`,
      profile: `https://agent-${index % 3}.example`,
    }));
    const hold = (index: number, agent: (typeof agents)[number] | undefined, replaces?: string) => {
      const by = { storefrontId, lines: [lineOf(unitTypeIds[index] ?? 0, 10, 12)], holdId: newUuid() };
      const guestEmail = `guest-${index}@guest.test`;
      const until = new Date(Date.now() + 7_200_000);
      return holdStay(at(index), {
        ...by,
        guestEmail,
        until,
        ...(agent && { agent }),
        ...(replaces && { replaces }),
      }).then(({ held }) => ({ held, holdId: by.holdId }));
    };
    let holds = await Promise.all(agents.map((agent, index) => hold(index, agent)));
    for (let round = 1; round <= 20; round++) {
      holds = await Promise.all(
        holds.map(({ holdId }, index) => hold(index, agents[(index + round) % agents.length], holdId)),
      );
      expect(holds.every(({ held }) => held)).toBe(true);
    }
    expect(await wrongSums()).toEqual([]);
    expect(await deadlocks()).toBe(0);
  });

  test("an upgrade counts the unpaid holds that exist, and an agent's last release deletes its sums", async () => {
    await database.query(`
      DROP TRIGGER count_unpaid ON catalog.stay_holds; DROP FUNCTION catalog.count_unpaid; DROP TABLE catalog.unpaid_sums CASCADE;
      DROP INDEX catalog.stay_holds_of_address, catalog.stay_holds_of_profile;
      CREATE INDEX stay_hold_address ON catalog.stay_holds (id); CREATE INDEX stay_hold_profile ON catalog.stay_holds (id)`);
    const statements: string[] = [];
    UnpaidSums.prototype.up.call({ addSql: (text: string) => statements.push(text) } as never);
    for (const text of statements) await database.query(text);
    expect(await database.query('SELECT FROM catalog.unpaid_sums')).not.toEqual([]);
    expect(await wrongSums()).toEqual([]);
    await database.query(await definitionsOf('catalog'));
    await database.query(
      `SELECT catalog.end_hold(id, 'released', NULL, NULL) FROM catalog.stay_holds WHERE state = 'held'`,
    );
    expect(await database.query('SELECT FROM catalog.unpaid_sums')).toEqual([]);
  });

  test('one checkout completed many times concurrently creates only one hold', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 2 }]);
    const lines = [lineOf(unitTypeIds[0] ?? 0, 5, 8)];
    const holdId = newUuid();
    const results = await concurrently(16, (index) =>
      quoteAndHold(at(index), storefrontId, lines, { holdId, guestEmail: 'one@guest.test' }),
    );
    expect(new Set(results.map((result) => JSON.stringify(sorted(result)))).size).toBe(1);
    expect(results[0]?.held).toBe(true);
    expect(await wrongNights()).toEqual([]);
  });

  test('holds created before deposits existed require full payment immediately', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 2 }]);
    const lines = [lineOf(unitTypeIds[0] ?? 0, 5, 8)];
    const holdId = newUuid();
    const { quote } = await quoteAndHold(at(0), storefrontId, lines, { holdId });
    await database.query(`UPDATE catalog.stay_holds SET quote = quote - 'payment' WHERE id = $1`, [holdId]);
    const again = await quoteAndHold(at(1), storefrontId, lines, { holdId });
    expect(again).toMatchObject({
      held: true,
      quote: { payment: { mode: 'now', dueNow: quote.total, balanceDueOn: null } },
    });
    const night = dayFromNow(5);
    await setNights(at(0, HOST), { unitTypeId: `${unitTypeIds[0]}`, from: night, until: night, rate: 1 });
    const repriced = await holdStay(at(1), {
      holdId,
      storefrontId,
      lines,
      fingerprint: quote.fingerprint,
      guestEmail: 'one@guest.test',
      until: new Date(Date.now() + 60_000),
    });
    expect(repriced.quote.payment.dueNow).toBe(quote.total);
  });

  test('a hold never uses the old amount of a concurrently changed price', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 10_000, baseRate: 100 }]);
    const [id = 0] = unitTypeIds;
    const lines = [lineOf(id, 5, 7)];
    const shown = await stayQuote(at(1), storefrontId, lines);
    const [, ...results] = await Promise.all([
      setNights(at(0, HOST), { unitTypeId: `${id}`, from: dayFromNow(6), until: dayFromNow(6), rate: 500 }),
      ...Array.from({ length: 40 }, (_, index) =>
        holdStay(at(index), {
          holdId: newUuid(),
          storefrontId,
          lines,
          guestEmail: `${newUuid()}@guest.test`,
          until: new Date(),
          fingerprint: shown.fingerprint,
        }),
      ),
    ]);
    for (const { held, quote } of results)
      expect([held, quote.total]).toEqual(held ? [true, 200] : [false, 600]);
    const late = await holdStay(at(1), {
      holdId: newUuid(),
      storefrontId,
      lines,
      guestEmail: 'late@guest.test',
      until: new Date(),
      fingerprint: shown.fingerprint,
    });
    expect(late).toMatchObject({ held: false, quote: { total: 600, problems: [] } });
  });

  test('only one of a concurrent release and confirmation succeeds', async () => {
    const { storefrontId, unitTypeIds } = await sell(at(0), [{ units: 50 }]);
    const lines = [lineOf(unitTypeIds[0] ?? 0, 5, 8)];
    const outcomes = await concurrently(20, async (index) => {
      const holdId = newUuid();
      await quoteAndHold(at(index), storefrontId, lines, { holdId });
      const [released, confirmed] = await Promise.all([
        releaseStay(at(index), holdId),
        confirmStay(at(index + 1), holdId),
      ]);
      return released !== confirmed;
    });
    expect(outcomes).toEqual(outcomes.map(() => true));
    expect(await wrongNights()).toEqual([]);
  });
});

/** The same value with sorted keys: PostgreSQL reorders a stored quote's keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
