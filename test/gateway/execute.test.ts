import { beforeEach, expect, test } from 'vitest';
import { createEngine, type EngineCaller } from '#gateway/engine/engine.ts';
import { createExecute, type InternalExecution } from '#gateway/engine/execute.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import type { Context } from '#kit/context.ts';
import type { Caller, Operation } from '#kit/execute.ts';
import { OperationError } from '#kit/execute.ts';
import { openShop, shopSupergraph } from './shop.ts';

const planner = createPlanner(shopSupergraph());
const caller: Caller = { viewer: { kind: 'platform' }, requestId: 'request-1' };

let execution: InternalExecution;
let callers: EngineCaller[];

beforeEach(() => {
  callers = [];
  const contextFor = (given: EngineCaller): Context => {
    callers.push(given);
    // The shop's resolvers ignore the context.
    return given as unknown as Context;
  };
  const dataSources = openShop().subgraphs.map(inProcess);
  execution = createExecute(createEngine({ planner, dataSources, contextFor }));
});

const operation = (text: string): Operation<unknown, Record<string, unknown>> => ({ text });
const run = (text: string, variables = {}) => execution.execute(operation(text), variables, caller);
const trouble = (text: string, variables = {}) =>
  run(text, variables).then(
    () => expect.fail('The operation should have thrown.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(OperationError);
      return error as OperationError;
    },
  );

test('an operation returns data joined from several subgraphs', async () => {
  const text = 'query ($id: ID!) { product(id: $id) { name postage maker { name boss { id } } } }';
  expect(await run(text, { id: '1' })).toEqual({
    product: { name: 'Product 1', postage: 17, maker: { name: 'Person 2', boss: { id: '1' } } },
  });
});

test('an operation runs in one context created for its caller', async () => {
  await run('{ reviews { author { name } product { name maker { id } } } }');
  expect(callers).toEqual([{ viewer: { kind: 'platform' }, requestId: 'request-1', apiVersion: null }]);
});

test("a resolver's coded error is thrown with its own code and path", async () => {
  const error = await trouble('{ products(first: 3) { id fragile } }');
  expect(error).toMatchObject({ code: 'FRAGILE', path: ['products', 2, 'fragile'] });
});

test('an uncoded error is an INTERNAL_SERVER_ERROR that keeps its cause', async () => {
  const error = await trouble('{ product(id: 4) { fragile } }');
  expect(error.code).toBe('INTERNAL_SERVER_ERROR');
  expect(error.cause).toMatchObject({ message: 'an outage' });
});

test('partial data is never returned', async () => {
  const error = await trouble('{ best { author { email } } product(id: 3) { rating } }');
  expect(error.code).toBe('UNRATED');
});

test('a missing variable is BAD_USER_INPUT without a subgraph request', async () => {
  const error = await trouble('query ($id: ID!) { product(id: $id) { name } }');
  expect(error.code).toBe('BAD_USER_INPUT');
  expect(callers).toEqual([]);
});

test("preparing an operation that doesn't fit the view fails", async () => {
  await expect(execution.prepareAll([{ text: '{ products { colour } }' }])).rejects.toThrow(
    /Cannot query field "colour"/,
  );
});
