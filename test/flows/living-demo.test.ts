import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORDS } from '#adapters/storefront-pages/words/words.ts';
import { languageNameIn } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { enlivenDemo } from '#server/demo/life/enliven.ts';
import { contextOf } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/operations.md#demo-world: a new demo world's hotel is at work.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
  const ctx = contextOf(platform);
  const config = { ...ctx.config, port: platform.port }; // for the upload URLs
  await enlivenDemo({ ...ctx, config }, new AbortController().signal);
}, 260_000);
afterAll(() => platform.close());

const rows = <Row extends object>(sql: string) => platform.database.query<Row>(sql);

async function numbers(sql: string): Promise<Readonly<Record<string, number>>> {
  const found = await rows<{ name: string; count: number }>(sql);
  return Object.fromEntries(found.map(({ name, count }) => [name, count]));
}

test('the hotel has at least 300 past stays in a year and 50 in the next four months', async () => {
  const [counts] = await rows<{ past: number; upcoming: number; first: number; last: number }>(`
    SELECT count(*) FILTER (WHERE check_out < current_date)::int AS past,
      count(*) FILTER (WHERE check_in > current_date)::int AS upcoming,
      current_date - min(check_in) AS first, max(check_out) - current_date AS last
    FROM checkout.bookings WHERE status <> 'cancelled'`);
  expect(counts?.past).toBeGreaterThanOrEqual(300);
  expect(counts?.upcoming).toBeGreaterThanOrEqual(50);
  expect(counts?.first).toBeGreaterThan(350);
  expect(counts?.last).toBeGreaterThan(100);
});

test('guests fill half to three quarters of the hotel in each past month, and less of it the later the night', async () => {
  const sold = await rows<{ from: number; percent: number }>(`
    SELECT days AS "from", round(100.0 * count(b.id) / (count(DISTINCT n.night) * (SELECT sum(units) FROM catalog.unit_type u
        JOIN catalog.property p ON p.id = u.property_id WHERE p.storefront_id = 1)))::int AS percent
    FROM unnest('{-330,-300,-270,-240,-210,-180,-150,-120,-90,-60,-30,0,30,60,90}'::int[]) AS days
    CROSS JOIN LATERAL (SELECT current_date + days + g AS night FROM generate_series(0, 29) g) n
    LEFT JOIN checkout.bookings b ON b.storefront_id = 1 AND b.status <> 'cancelled' AND b.check_in <= n.night AND b.check_out > n.night
    GROUP BY 1 ORDER BY 1`);
  for (const { from, percent } of sold.filter(({ from }) => from < 0)) {
    expect(percent, `${from}`).toBeGreaterThanOrEqual(45);
    expect(percent, `${from}`).toBeLessThanOrEqual(75);
  }
  const ahead = sold.filter(({ from }) => from >= 0).map(({ percent }) => percent);
  expect(ahead[0]).toBeGreaterThanOrEqual(35);
  expect(ahead.at(-1)).toBeGreaterThan(3);
  expect(ahead).toEqual(ahead.toSorted((a, b) => b - a));
});

test('guests come from every source and country, with every payment method', async () => {
  const sources = await numbers(
    'SELECT source_kind AS name, count(*)::int FROM checkout.bookings GROUP BY 1',
  );
  expect(Object.keys(sources).sort()).toEqual(['agent', 'channel', 'direct', 'host', 'request']);
  const [byApps] = await rows<{ past: number; upcoming: number }>(`
    SELECT count(*) FILTER (WHERE check_out < current_date)::int AS past,
      count(*) FILTER (WHERE check_in > current_date)::int AS upcoming
    FROM checkout.bookings WHERE source_kind = 'direct' AND source_name IS NOT NULL AND source_external_id IS NOT NULL`);
  expect(byApps?.past).toBeGreaterThan(10);
  expect(byApps?.upcoming).toBeGreaterThan(0);
  const [countries] = await rows<{ count: number }>(
    'SELECT count(DISTINCT country)::int FROM checkout.contacts',
  );
  expect(countries?.count).toBeGreaterThan(15);
  const methods = await numbers(
    "SELECT method AS name, count(*)::int FROM checkout.folio_entries WHERE entry = 'payment' GROUP BY 1",
  );
  expect(Object.keys(methods).sort()).toEqual(['app:stripe', 'bank_transfer', 'card_terminal', 'cash']);
});

test('past and upcoming stays are also sold under rate plans other than the standard one', async () => {
  const plans = await rows<{ title: string; past: number; upcoming: number }>(`
    SELECT p.name AS title, count(*) FILTER (WHERE b.check_out < current_date)::int AS past,
      count(*) FILTER (WHERE b.check_in > current_date)::int AS upcoming
    FROM checkout.bookings b, jsonb_array_elements(b.lines::jsonb) AS line
    JOIN catalog.rate_plan p ON p.id = (line->>'ratePlanId')::int
    JOIN catalog.unit_type u ON u.id = p.unit_type_id AND u.rate_plan_id <> p.id GROUP BY 1 ORDER BY 1`);
  expect(plans.map(({ title }) => title)).toEqual(['Breakfast included', 'Deposit of 30 %', 'Early booker']);
  for (const { title, past, upcoming } of plans) {
    expect(past, title).toBeGreaterThan(5);
    expect(upcoming, title).toBeGreaterThan(0);
  }
});

test('the app store has the example apps, which say that their servers are not running', async () => {
  const listed = await rows<{ slug: string; description: string }>(`
    SELECT a.slug, l.published->>'description' AS description FROM apps.listings l JOIN apps.apps a ON a.id = l.app_id
    JOIN apps.app_versions v ON v.id = a.live_version_id ORDER BY a.slug`);
  const slugs = listed.map(({ slug }) => slug).join(' ');
  expect(slugs).toBe('cleaning-crew farstay-inbox guest-book staywell stripe test-bank');
  for (const { slug, description } of listed) {
    expect(description).toContain('without its server');
    // The demo starts no server for these two.
    expect(description.includes('npm run demo'), slug).toBe(!['stripe', 'staywell'].includes(slug));
  }
});

test('every unit type and every property has its text in each guest language', async () => {
  const texts = await rows<{ name: string; locales: readonly string[] }>(`
    SELECT name, array(SELECT d->>'locale' FROM jsonb_array_elements(descriptions::jsonb) d) AS locales
    FROM catalog.unit_type
    UNION ALL SELECT name, array(SELECT d->>'locale' FROM jsonb_array_elements(descriptions::jsonb) d)
    FROM catalog.property`);
  expect(texts.length).toBeGreaterThan(15);
  for (const { name, locales } of texts) expect(locales.toSorted(), name).toEqual(LANGUAGES.toSorted());
});

test.each(LANGUAGES)(
  'guests with the language %s read no note about missing translations',
  async (language) => {
    const note = WORDS[language].untranslated(languageNameIn(language, 'en'));
    for (const path of ['/', ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => `/stays/${id}`)]) {
      const url = `http://localhost:${platform.port}${path}`;
      const page = await (await fetch(url, { headers: { 'accept-language': language } })).text();
      expect(page, path).toContain(`<html lang="${language}"`);
      expect(page, path).not.toContain(note);
    }
  },
);

test('every kind of arrival, departure and unpaid booking is on the desk today', async () => {
  const [day] = await rows<Record<string, number>>(`
    SELECT count(*) FILTER (WHERE check_in = current_date AND stay_state = 'expected')::int AS arriving,
      count(*) FILTER (WHERE stay_state = 'in_house')::int AS "inHouse",
      count(*) FILTER (WHERE check_out = current_date AND stay_state = 'in_house')::int AS leaving,
      count(*) FILTER (WHERE check_out = current_date AND stay_state = 'departed')::int AS left,
      count(*) FILTER (WHERE stay_state = 'no_show')::int AS "noShows",
      count(*) FILTER (WHERE status = 'held')::int AS held,
      count(*) FILTER (WHERE status = 'confirmed' AND balance_due_on < current_date AND paid < total)::int AS overdue,
      count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
    FROM checkout.bookings`);
  for (const [what, count] of Object.entries(day ?? {})) expect(count, what).toBeGreaterThan(0);
  expect(day?.arriving).toBeGreaterThanOrEqual(3);
  expect(day?.inHouse).toBeGreaterThanOrEqual(8);
});

test('refunds, invoices, unread messages and requests are waiting at the desk', async () => {
  const refunds = await numbers(
    "SELECT status AS name, count(*)::int FROM checkout.folio_entries WHERE entry = 'refund' GROUP BY 1",
  );
  expect(refunds).toEqual({ due: 1, refunded: 1 });
  const documents = await numbers('SELECT kind AS name, count(*)::int FROM checkout.invoices GROUP BY 1');
  expect(documents).toEqual({ credit_note: 1, invoice: 5 });
  const [inbox] = await rows<{ threads: number; unread: number }>(
    'SELECT count(*)::int AS threads, count(*) FILTER (WHERE unread > 0)::int AS unread FROM checkout.conversations',
  );
  expect(inbox?.threads).toBeGreaterThanOrEqual(8);
  expect(inbox?.unread).toBeGreaterThan(1);
  const requests = await numbers(
    'SELECT status AS name, count(*)::int FROM checkout.booking_change_requests GROUP BY 1',
  );
  expect(requests).toEqual({ pending: 2 });
});

test('units and tasks have every status', async () => {
  const units = await numbers('SELECT status AS name, count(*)::int FROM checkout.unit_statuses GROUP BY 1');
  expect(Object.keys(units)).toEqual(expect.arrayContaining(['dirty', 'inspected']));
  const out = await rows('SELECT unit_id FROM checkout.unit_statuses WHERE out_until >= current_date');
  expect(out).toHaveLength(1);
  const tasks = await numbers('SELECT status AS name, count(*)::int FROM tasks.task GROUP BY 1');
  expect(Object.keys(tasks)).toEqual(
    expect.arrayContaining(['OPEN', 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'VERIFIED']),
  );
  const overdue = await rows(`SELECT id FROM tasks.task WHERE status = 'OPEN' AND due_at < now()`);
  expect(overdue.length).toBeGreaterThan(0);
});

test("today's guests get the welcome but not the door code, which no app has set", async () => {
  await expect
    .poll(
      () =>
        rows(
          "SELECT DISTINCT status, reason FROM checkout.rule_messages WHERE status <> 'waiting' ORDER BY 1",
        ),
      { timeout: 90_000, interval: 1_000 },
    )
    .toEqual([
      { status: 'sent', reason: null },
      { status: 'skipped', reason: expect.any(String) },
    ]);
}, 100_000);

test("the team's own app has deliveries that failed", async () => {
  await expect
    .poll(() => rows('SELECT id FROM apps.deliveries WHERE attempts > 0 AND delivered_at IS NULL'), {
      timeout: 20_000,
    })
    .not.toEqual([]);
});

test('a calendar that the hotel reads reports its error', async () => {
  expect(await rows('SELECT status, problem FROM catalog.ical_feed')).toEqual([
    { status: 'late', problem: 'UNREACHABLE' },
  ]);
});

test('nights, bookings, units and invoices agree with each other', async () => {
  expect(await brokenInvariants(platform.database)).toEqual({});
});

test('every unit type has half of its units free from next week on, and a quarter until then', async () => {
  const taken = await rows(`
    SELECT u.name, n.night::text FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
    WHERE n.night >= current_date + 7 AND (n.held + n.confirmed) * 2 > n.total
      OR n.night >= current_date AND (n.total - n.held - n.confirmed) * 4 < n.total
      OR n.night >= current_date AND u.name = 'The Boathouse' AND n.held + n.confirmed > 0`);
  expect(taken).toEqual([]);
});
