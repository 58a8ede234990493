import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookStay, demoHost } from '../support/app-world.ts';
import { type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';

const PROBES = tries(500);
/** Probes that one install makes before its points run out; each costs at most 12. */
const PER_INSTALL = 100;
const UNKNOWN = '2147483647';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const SCOPES = [
  'read_bookings',
  'write_bookings',
  'write_contacts',
  'read_properties',
  'write_properties',
  'write_rates',
  'write_tasks',
];
const DATES = 'from: "2030-01-01", until: "2030-01-02"';
const FIELD = 'namespace: "SLUG", key: "k", type: "string", value: "v"';

/** Every way to name a team's object, as a document with its id. */
const PROBED: readonly (readonly [
  kind: 'booking' | 'contact' | 'property' | 'unitType' | 'task',
  document: (id: string) => string,
])[] = [
  ['booking', (id) => `{ booking(id: "${id}") { id guestEmail } }`],
  ['contact', (id) => `{ contact(id: "${id}") { id emails bookings { nodes { id } } } }`],
  [
    'contact',
    (id) =>
      `mutation { contactUpdate(input: { id: "${id}", notes: "x" }) { contact { id } userErrors { code field message } } }`,
  ],
  [
    'contact',
    (id) => `mutation { contactRedact(id: "${id}") { contact { id } userErrors { code field message } } }`,
  ],
  ['property', (id) => `{ property(id: "${id}") { id name } }`],
  ['property', (id) => `{ unitTypes(first: 1, filter: { propertyId: "${id}" }) { nodes { id } } }`],
  ['property', (id) => `{ bookings(first: 1, filter: { propertyId: "${id}" }) { nodes { id } } }`],
  ['unitType', (id) => `{ rates(first: 1, unitTypeId: "${id}", ${DATES}) { nodes { rate } } }`],
  ['task', (id) => `{ task(id: "${id}") { id } }`],
  [
    'booking',
    (id) =>
      `mutation { bookingSetCustomField(bookingId: "${id}", ${FIELD}) { booking { id } userErrors { code field message } } }`,
  ],
  [
    'property',
    (id) =>
      `mutation { propertySetCustomField(propertyId: "${id}", ${FIELD}) { property { id } userErrors { code field message } } }`,
  ],
  [
    'task',
    (id) =>
      `mutation { taskSetCustomField(taskId: "${id}", ${FIELD}) { task { id } userErrors { code field message } } }`,
  ],
  [
    'task',
    (id) =>
      `mutation { taskTransitionStatus(id: "${id}", status: IN_PROGRESS) { task { id } userErrors { code field message } } }`,
  ],
  [
    'task',
    (id) =>
      `mutation { taskAssign(input: { id: "${id}", assigneeType: app, assigneeName: "x" }) { task { id } userErrors { code field message } } }`,
  ],
  [
    'unitType',
    (id) =>
      `mutation { ratesUpdate(input: { updates: [{ unitTypeId: "${id}", ${DATES}, rate: 1 }] }) { unitTypes { id } userErrors { code field message } } }`,
  ],
];

test(`${PROBES} probes for another team's data get the same result as unknown ids`, async () => {
  const ids = await thingsOfHarbour();
  const before = await snapshot();
  const alpine = await demoHost(platform, 'alpine');
  const probers: InstalledApp[] = [];
  for (let n = 0; n < (PROBES * 2) / PER_INSTALL; n++) {
    probers.push(await installNewApp(platform, alpine, { scopes: SCOPES }));
  }
  const probe = async (n: number) => {
    const [kind, document] = PROBED[n % PROBED.length] ?? ['task', () => ''];
    const pool = ids[kind];
    const id = pool[Math.floor(n / PROBED.length) % pool.length] ?? '';
    const prober = probers[Math.floor((n * 2) / PER_INSTALL)];
    const ask = async (about: string) => {
      const query = document(about).replace('SLUG', prober?.slug ?? '');
      const { status, data, errors } = await graphql(platform.address, query, {
        token: prober?.token ?? '',
        version: '2026-10',
      });
      expect(errors.filter(({ extensions }) => extensions.code !== 'BAD_USER_INPUT')).toEqual([]);
      return JSON.stringify({ status, data, errors }).replaceAll(about, 'id');
    };
    const theirs = await ask(id);
    expect(theirs).toBe(await ask(UNKNOWN));
    expect(theirs).toMatch(/:null|"nodes":\[\]/);
  };
  for (let first = 0; first < PROBES; first += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, i) => probe(first + i)));
  }
  expect(await snapshot()).toEqual(before);
}, 300_000);

/** Another team's ids, which the probes target. Their own app's first query proves that they exist. */
async function thingsOfHarbour() {
  const harbour = await demoHost(platform, 'harbour');
  await bookStay(platform, 'harbour');
  await platform.database.query(
    `INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out) VALUES ($1, 'probe', 'Probe', 60000, false)`,
    [harbour.teamId],
  );
  await platform.database.query(
    `INSERT INTO tasks.task (team_id, task_type, status, property_id, sla_ms, assign_by, version, created_at, updated_at)
     VALUES ($1, 'probe', 'OPEN', 1, 60000, now() + interval '1 day', 1, now(), now())`,
    [harbour.teamId],
  );
  const own = await installNewApp(platform, harbour, { scopes: SCOPES });
  const { data } = await graphql(
    platform.address,
    '{ bookings { nodes { id } } contacts { nodes { id } } properties { nodes { id } } unitTypes { nodes { id } } tasks { nodes { id } } }',
    { token: own.token, version: '2026-10' },
  );
  const idsOf = (list: string): readonly string[] => data[list].nodes.map(({ id }: { id: string }) => id);
  const ids = {
    booking: idsOf('bookings'),
    contact: idsOf('contacts'),
    property: idsOf('properties'),
    unitType: idsOf('unitTypes'),
    task: idsOf('tasks'),
  };
  for (const list of Object.values(ids)) expect(list.length).toBeGreaterThan(0);
  return ids;
}

/** Everything that a probe could have changed. */
const snapshot = () =>
  platform.database.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(b) ORDER BY id) FROM checkout.bookings b) AS bookings,
       (SELECT jsonb_agg(to_jsonb(c) ORDER BY id) FROM checkout.contacts c) AS contacts,
       (SELECT jsonb_agg(to_jsonb(p) ORDER BY id) FROM catalog.property p) AS properties,
       (SELECT jsonb_agg(to_jsonb(t) ORDER BY id) FROM tasks.task t) AS tasks,
       (SELECT md5(string_agg(n::text, ',' ORDER BY unit_type_id, night)) FROM catalog.night n) AS nights`,
  );
