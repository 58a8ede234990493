import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_VERSIONS } from '#schema/views.ts';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { check, type Judge, type Outcome } from './judge.ts';
import { runTool, tool } from './tools.ts';

const compiler = tool('relay-compiler');

/** An app's page of tasks as Relay wants it written: fragments, a paginated connection, a mutation. */
const SOURCE = `
graphql\`fragment app_task on Task { id canonicalStatus taskType dueAt }\`;
graphql\`fragment app_tasks on Query
  @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })
  @refetchable(queryName: "appTasksPageQuery") {
    tasks(first: $first, after: $after) @connection(key: "app_tasks") { edges { node { id ...app_task } } }
  }\`;
graphql\`query appQuery { apiVersion ...app_tasks bookings(first: 5) { edges { cursor node { id } } } }\`;
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
const OPERATIONS = ['appQuery', 'appTasksPageQuery'];

/** Relay's compiler over the published schema of each version, and what it made of the documents at the running endpoint. */
export const relay: Judge = {
  name: 'Relay compiler',
  version: compiler.version,
  about:
    'For each dated version: fragments, a refetchable `@connection` and a mutation compile against the published schema, and the compiled queries are answered.',
  pace: 'nightly',
  exceptions: [],
  missing: compiler.missing,
  async run(server) {
    const app = await installNewApp(server, await newDeveloper(server), {});
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
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    }
    return outcomes;
  },
};

/** Throws with what the compiler printed where it refuses the schema or a document. */
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

/** The document in an artifact, which writes it as a JSON string. */
async function compiledText(artifact: string): Promise<string> {
  const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(await readFile(artifact, 'utf8')) ?? [];
  if (!text) throw new Error(`${artifact} has no text.`);
  return JSON.parse(text);
}
