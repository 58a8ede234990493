import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSIONS } from '#schema/views.ts';
import { type Developer, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import type { TestPlatform } from '../support/platform.ts';
import { check, type Judge, type Outcome } from './judge.ts';
import { readThroughStore } from './relay-store.ts';
import { runTool, tool } from './tools.ts';

const compiler = tool('relay-compiler');
const runtime = tool('relay-runtime');

/** An app's task page as Relay requires it: fragments, a paginated connection, a mutation. */
const SOURCE = `
graphql\`fragment app_task on Task { id canonicalStatus taskType dueAt }\`;
graphql\`fragment app_tasks on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
  @refetchable(queryName: "appTasksPageQuery") {
    tasks(first: $first, after: $after) @connection(key: "app_tasks") { edges { node { id ...app_task } } }
  }\`;
graphql\`query appQuery { apiVersion ...app_tasks bookings(first: 5) { edges { cursor node { id } } } }\`;
graphql\`query storeQuery { properties(first: 10) { nodes { id name unitTypes { id name } } } }\`;
graphql\`mutation appAssignMutation($input: TaskAssignInput!) {
  taskAssign(input: $input) { task { ...app_task } userErrors { code field message } }
}\`;
`;
const CONFIG = {
  src: './src',
  schema: './api.graphql',
  language: 'javascript',
  artifactDirectory: './artifacts',
  eagerEsModules: false,
};
const OPERATIONS = ['appQuery', 'appTasksPageQuery', 'storeQuery'];

/** Relay's compiler over each version's published schema, and its compiled documents at the running endpoint. */
export const relay: Judge = {
  name: 'Relay compiler',
  version: `${compiler.version}, ${runtime.version}`,
  about:
    'For each dated version: fragments, a refetchable `@connection` and a mutation compile against the published schema, and the compiled queries are answered. A store with the documented `getDataID` reads back the response as it was; Relay’s default, which takes `id` for globally unique, must not.',
  pace: 'nightly',
  exceptions: [],
  missing: () => compiler.missing() ?? runtime.missing(),
  async run(server) {
    const scopes = ['read_tasks', 'write_tasks', 'read_bookings', 'read_properties'];
    const developer = await newDeveloper(server);
    const app = await installNewApp(server, developer, { scopes });
    await addNamesakes(server, developer);
    const outcomes: Outcome[] = [];
    for (const { version } of API_VERSIONS) {
      const folder = await mkdtemp(join(tmpdir(), 'relay-'));
      try {
        const compiled = await check(`${version}: the documents compile`, () => compile(version, folder));
        outcomes.push(compiled);
        if (compiled.problem) continue;
        for (const name of OPERATIONS) {
          outcomes.push(
            await check(`${version}: ${name} is answered as compiled`, async () => {
              const text = await compiledText(join(folder, 'artifacts', `${name}.graphql.js`));
              const { errors } = await graphql(server.address, text, { token: app.token, version });
              assert.deepEqual(errors, []);
            }),
          );
        }
        const request = join(folder, 'artifacts', 'storeQuery.graphql.js');
        const fetched = async (text: string) =>
          (await graphql(server.address, text, { token: app.token, version })).data;
        outcomes.push(
          await check(`${version}: a store with getDataID reads the response back`, async () => {
            const { sent, read } = await readThroughStore({ request, fetched, byType: true });
            assert.match(JSON.stringify(sent), /House.*Loft/);
            assert.deepEqual(read, sent);
          }),
          await check(`${version}: the default store mixes objects of different types up`, async () => {
            const { sent, read } = await readThroughStore({ request, fetched, byType: false });
            assert.notDeepEqual(read, sent);
          }),
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return outcomes;
  },
};

/** Adds a property and a unit type with the same id. */
async function addNamesakes({ database }: TestPlatform, { teamId, team }: Developer): Promise<void> {
  await database.query(
    `WITH front AS (
       INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
       VALUES ($1, $2, 'Front', '', '', '', '') RETURNING id
     ), house AS (
       INSERT INTO catalog.property (id, storefront_id, name, time_zone, currency)
       SELECT 900001, id, 'House', 'Europe/Zurich', 'EUR' FROM front RETURNING id
     )
     INSERT INTO catalog.unit_type (id, property_id, name, description, max_guests, base_guests, units, base_rate)
     SELECT id, id, 'Loft', '', 4, 2, 2, 10000 FROM house`,
    [teamId, `${team}.test`],
  );
}

/** Throws with the compiler's output if it refuses the schema or a document. */
async function compile(version: string, folder: string): Promise<void> {
  await mkdir(join(folder, 'src'));
  await mkdir(join(folder, 'artifacts'));
  await cp(`schema/generated/${version}/api.graphql`, join(folder, 'api.graphql'));
  await writeFile(join(folder, 'src/app.js'), SOURCE);
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(CONFIG));
  const args = ['--noWatchman', 'relay.config.json'];
  const { code, stdout, stderr } = await runTool(compiler.file('cli.js'), args, { cwd: folder });
  assert.equal(code, 0, stdout + stderr);
}

/** The document in an artifact, which stores it as a JSON string. */
async function compiledText(artifact: string): Promise<string> {
  const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(await readFile(artifact, 'utf8')) ?? [];
  if (!text) throw new Error(`${artifact} has no text.`);
  return JSON.parse(text);
}
