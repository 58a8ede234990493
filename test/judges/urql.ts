import assert from 'node:assert/strict';
import { Client, fetchExchange, gql } from '@urql/core';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { check, type Judge, type Outcome } from './judge.ts';
import { devDependency } from './tools.ts';

const WHO = gql`{ apiVersion currentApp { name type } }`;
const TASKS = gql`query Tasks($first: Int) { tasks(first: $first) { nodes { id canonicalStatus } pageInfo { hasNextPage endCursor } } }`;
const PARTLY = gql`{ apiVersion task(id: 1) { id } }`;
const ASSIGN = gql`mutation Assign($input: TaskAssignInput!) { taskAssign(input: $input) { task { id } userErrors { code field } } }`;

/** urql as an app's developer sets it up: an address and a token; it reads with GET by default. */
export const urql: Judge = {
  name: 'urql',
  version: devDependency('@urql/core').version,
  about:
    'An app’s queries, variables, mutation and errors through urql’s client, reading with POST and with its default, GET.',
  pace: 'ci',
  exceptions: [],
  async run(server) {
    const { token } = await installNewApp(server, await newDeveloper(server), {});
    const clients = (preferGetMethod: boolean) =>
      ['platform_app_unknown', token].map(
        (bearer) =>
          new Client({
            url: `${server.address}/developer/api/2026-01/graphql`,
            exchanges: [fetchExchange],
            preferGetMethod,
            fetchOptions: { headers: { authorization: `Bearer ${bearer}` } },
          }),
      );
    return [...(await asked('POST', clients(false))), ...(await asked('GET', clients(true)))];
  },
};

async function asked(how: string, [stranger, app]: readonly Client[]): Promise<Outcome[]> {
  assert.ok(stranger && app);
  return [
    await check(`${how}: a query`, async () => {
      const { data, error } = await app.query(WHO, {});
      assert.equal(error, undefined);
      assert.equal(data.currentApp.name, 'Tidy');
    }),
    await check(`${how}: a query with variables`, async () => {
      const { data, error } = await app.query(TASKS, { first: 2 });
      assert.equal(error, undefined);
      assert.deepEqual(data.tasks.nodes, []);
    }),
    await check(`${how}: a mutation and its userErrors`, async () => {
      const input = { id: '1', assigneeType: 'app', assigneeName: 'Tidy' };
      const { data, error } = await app.mutation(ASSIGN, { input });
      assert.equal(error, undefined);
      assert.equal(data.taskAssign.userErrors[0].code, 'NOT_FOUND');
    }),
    await check(`${how}: a refused field beside an answered one`, async () => {
      const { data, error } = await stranger.query(PARTLY, {});
      assert.equal(data?.apiVersion, '2026-01');
      assert.equal(error?.graphQLErrors[0]?.extensions.code, 'UNAUTHENTICATED');
    }),
    await check(`${how}: a document that is not valid`, async () => {
      const { error } = await app.query(gql`{ passwords }`, {});
      assert.equal(error?.graphQLErrors[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED');
    }),
  ];
}
