import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from '@graphql-codegen/cli';
import { preset } from '@graphql-codegen/client-preset';
import { describe, expect, onTestFinished, test } from 'vitest';
import { API_VERSIONS } from '#schema/views.ts';

const run = promisify(execFile);

/** An app's page as its developer writes it: one document, and code that relies on its result types. */
const app = (assertion: string) => `import { graphql } from './gql/index.ts';
import type { ResultOf } from '@graphql-typed-document-node/core';

export const TASKS = graphql(\`
  query tasks($first: Int) {
    tasks(first: $first) { nodes { id canonicalStatus } pageInfo { hasNextPage endCursor } }
  }
\`);
${assertion}
`;
const TRUE_OF_IT = `export const status = (data: ResultOf<typeof TASKS>): 'OPEN' | 'ASSIGNED' | 'IN_PROGRESS' | 'COMPLETED' | 'VERIFIED' | 'CANCELLED' | undefined =>
  data.tasks?.nodes[0]?.canonicalStatus;`;
const UNTRUE_OF_IT = 'export const total = (data: ResultOf<typeof TASKS>): number => data.tasks.nodes[0].id;';

const OPTIONS = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--allowImportingTsExtensions',
  '--target',
  'esnext',
];

/** Code that passes generated documents to the SDK's client; the last lines must fail to compile. */
const TYPED_CLIENT = `
import type { Client } from '../../../packages/app-sdk/client.ts';
const VERIFY = graphql(\`
  mutation verify($id: ID!) {
    taskTransitionStatus(id: $id, status: VERIFIED) {
      task { id canonicalStatus }
      userErrors { field message code }
    }
  }
\`);
export async function verify(client: Client): Promise<string | undefined> {
  const { tasks } = await client.request(TASKS, { first: 1 });
  const id: string | undefined = tasks?.nodes[0]?.id;
  const { task } = await client.mutate(VERIFY, { id: id ?? '' });
  // @ts-expect-error: the variable is called id
  await client.mutate(VERIFY, { number: 7 });
  // @ts-expect-error: the payload has no such field
  task?.colour;
  // @ts-expect-error: a query's result has no userErrors
  await client.mutate(TASKS, { first: 1 });
  return task?.canonicalStatus;
}`;

async function typesOf(
  version: string,
  assertion: string,
  mode: 'documentNode' | 'string' = 'documentNode',
): Promise<string> {
  await mkdir('node_modules/.cache', { recursive: true });
  const folder = await mkdtemp('node_modules/.cache/client-preset-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'app.ts');
  await writeFile(file, app(assertion));
  await generate(
    {
      schema: `schema/generated/${version}/api.graphql`,
      documents: [file],
      silent: true,
      generates: {
        [`${folder}/gql/`]: {
          preset,
          config: { documentMode: mode, enumsAsTypes: true, importExtension: '.ts', useTypeImports: true },
        },
      },
    },
    true,
  );
  expect(await readFile(join(folder, 'gql/graphql.ts'), 'utf8')).toContain('TasksQuery');
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const args = [
    tsc,
    ...OPTIONS,
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
    '--ignoreConfig',
    file,
  ];
  return run(process.execPath, args).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );
}

describe('graphql-codegen’s client preset', () => {
  test.each(API_VERSIONS.map(({ version }) => version))(
    "graphql-codegen's client preset types an app's documents against %s",
    async (version) => {
      expect(await typesOf(version, TRUE_OF_IT)).toBe('');
    },
    60_000,
  );

  test.each(['documentNode', 'string'] as const)(
    "the SDK's client infers variables and results from documents that codegen generates in the mode %s",
    async (mode) => {
      expect(await typesOf('2026-10', TYPED_CLIENT, mode)).toBe('');
    },
    60_000,
  );

  test("graphql-codegen's client preset generates types that refuse what the schema doesn't promise", async () => {
    const complaints = await typesOf('2026-10', UNTRUE_OF_IT);
    expect(complaints).toMatch(/null/);
    expect(complaints).toMatch(/not assignable to type 'number'/);
  }, 60_000);
});
