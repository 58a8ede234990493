import { drive, percentile } from './agent.ts';
import { installApps } from './installs.ts';
import { printTable } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Measures task changes per second in one team, each to a different task: apps write a custom field, with one
 * client and with many. The gain from many clients over one shows how much unrelated tasks wait for each
 * other.
 *
 * `npx node bench/team-tasks.ts [clients] [changes]`
 */
const CLIENTS = Number(process.argv[2] ?? 16);
const CHANGES = Number(process.argv[3] ?? 1_500);
/** Changes that fit an install's burst limit, at 10 points per mutation plus some for its result. */
const CHANGES_OF_AN_INSTALL = 120;
const RUNS = [1, CLIENTS] as const;

const world = await openWorld();
const server = await world.startServer();
const needed = Math.ceil((CHANGES * 1.4 * RUNS.length) / CHANGES_OF_AN_INSTALL);
const installs = await installApps({ ...server, database: world.database }, needed, [
  'read_tasks',
  'write_tasks',
]);
await world.database.query(`
  INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out)
  SELECT id, 'bench', 'Bench', 86400000, false FROM apps.teams WHERE slug = 'lakeside'`);
const { rows: tasks } = await world.database.query<{ id: string }>(`
  INSERT INTO tasks.task (team_id, task_type, status, property_id, sla_ms, assign_by, version, created_at, updated_at)
  SELECT s.team_id, 'bench', 'OPEN', p.id, 86400000, now() + interval '1 day', 1, now(), now()
  FROM apps.teams t JOIN catalog.storefront s ON s.team_id = t.id JOIN catalog.property p ON p.storefront_id = s.id,
    generate_series(1, 64)
  WHERE t.slug = 'lakeside' RETURNING id`);

let asked = 0;
async function change(): Promise<void> {
  asked += 1;
  const install = installs[Math.floor(asked / CHANGES_OF_AN_INSTALL) % installs.length];
  const response = await fetch(`${server.address}/developer/api/2026-10/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${install?.token}` },
    body: JSON.stringify({
      query: `mutation ($id: ID!, $namespace: String!, $value: String!) {
        taskSetCustomField(taskId: $id, namespace: $namespace, key: "code", value: $value, type: "string") { task { id } }
      }`,
      variables: {
        id: tasks[asked % tasks.length]?.id,
        namespace: install?.slug,
        value: String(asked),
      },
    }),
  });
  const text = await response.text();
  if (!text.includes('"task":{')) throw new Error(text.slice(0, 300));
}

const figures: string[][] = [];
for (const clients of RUNS) {
  await drive(clients, Math.round(CHANGES * 0.3), change);
  const startedAt = performance.now();
  const durations = await drive(clients, CHANGES, change);
  const seconds = (performance.now() - startedAt) / 1000;
  figures.push([
    `${clients} at once`,
    (CHANGES / seconds).toFixed(0),
    percentile(durations, 0.5).toFixed(1),
    percentile(durations, 0.99).toFixed(1),
  ]);
}
printTable('Changes of different tasks of one team', ['', 'changes/s', 'p50 ms', 'p99 ms'], figures);
await world.close();
