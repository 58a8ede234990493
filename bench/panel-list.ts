import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bookingsListDocument } from '../panel/features/bookings/generated.ts';
import { insertJoinedRows } from '../test/support/joined-rows.ts';
import { panelHeaders, plainBrowser } from '../test/support/oauth.ts';
import { againstFloor } from './against-floor.ts';
import { openWorld } from './world.ts';

/**
 * Compares the panel's request for a page of 25 bookings with a bare route that makes the same look-ups
 * (bench/hosts-floor.ts): session, team and one statement for the list. Run with `npx node
 * bench/panel-list.ts`: half a minute. `--effort 2` doubles the requests, `--checkout ../other` measures the
 * product as checked out there, `--profile folder` writes the product's CPU profile.
 */
const { values: options } = parseArgs({
  options: {
    profile: { type: 'string' },
    effort: { type: 'string', default: '1' },
    checkout: { type: 'string', default: '.' },
  },
});
const EFFORT = Number(options.effort);
/** A session has 50,000 points; a page costs 277. */
const SESSIONS = 8 * EFFORT;

const world = await openWorld();
const NODE_OPTIONS = options.profile ? `--cpu-prof --cpu-prof-dir=${options.profile}` : '';
const server = await world.startServer({ NODE_OPTIONS }, `${options.checkout}/server/main.ts`);
const { rows } = await world.database.query(
  `SELECT s.team_id AS "teamId", p.id AS "propertyId", ut.id AS "unitTypeId", u.id AS "unitId"
   FROM catalog.storefront s JOIN catalog.property p ON p.storefront_id = s.id JOIN catalog.unit_type ut ON ut.property_id = p.id
   JOIN catalog.unit u ON u.unit_type_id = ut.id JOIN apps.teams t ON t.id = s.team_id AND t.slug = 'lakeside' LIMIT 1`,
);
await world.database.query(
  `INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out) VALUES ($1, 'cleaning', 'Cleaning', 900000, false)
   ON CONFLICT DO NOTHING`,
  [rows[0].teamId],
);
await insertJoinedRows((text, values) => world.database.query(text, [...values]), {
  ...rows[0],
  installs: [],
  rows: 60,
});
const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const { email, password } = accounts.find(({ key }: { readonly key: string }) => key === 'host');
const sessions: Readonly<Record<string, string>>[] = [];
for (let session = 0; session < SESSIONS; session++) {
  const browser = plainBrowser(server.address);
  await browser.submit(await browser.open('/login'), { email, password });
  sessions.push({ ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' });
}
const body = JSON.stringify({
  query: bookingsListDocument.text,
  variables: { filter: {}, order: 'newest', first: 25, isDesk: true },
});

await againstFloor({
  name: 'panel list',
  server,
  floor: 'bench/hosts-floor.ts',
  databaseUrl: world.databaseUrl,
  databasePid: world.databasePid,
  clients: 4,
  rounds: 5,
  requests: 150 * EFFORT,
  async ask(pool, index) {
    const headers = sessions[index % SESSIONS] ?? {};
    const answer = await pool.request({ method: 'POST', path: '/panel/graphql', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.split('"reference"').length !== 26)
      throw new Error(`${answer.statusCode}: ${text.slice(0, 500)}`);
  },
});
await world.close();
