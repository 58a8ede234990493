import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExecutionResult, GraphQLError, parse, validate } from 'graphql';
import { createEngine, type Engine } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { overHttp } from '#gateway/remote/over-http.ts';
import { systemClock } from '#kit/clock.ts';
import type { Context } from '#kit/context.ts';
import { freePort, readLines } from '../support/process.ts';
import { check, type Judge, type Outcome } from './judge.ts';

/** The commit whose suites all pass. */
const COMMIT = 'f59c05e3f48f4a4f8e8a731d67a1b71a9788a96f';
/** A document's third response is the first from its compiled plan. */
const ROUNDS = 3;
const caller = { viewer: { kind: 'public' }, requestId: 'federation-audit', apiVersion: null } as const;

/** A suite's query and its expected response. */
interface Case {
  readonly query: string;
  readonly expected: { readonly data?: unknown; readonly errors?: boolean };
}

/** Hive's federation audit over our engine: its subgraphs as services over HTTP, its supergraphs, its queries. */
export const federationAudit: Judge = {
  name: 'Federation gateway audit',
  version: `graphql-hive/federation-gateway-audit ${COMMIT.slice(0, 7)}`,
  about:
    'Every question of its suites over our engine and its subgraphs, asked until the compiled plan answers too; each answer must be right. `FEDERATION_AUDIT_DIR` names a checkout of that commit with its packages installed.',
  pace: 'nightly',
  exceptions: [],
  checkout: 'FEDERATION_AUDIT_DIR',
  missing() {
    const folder = process.env.FEDERATION_AUDIT_DIR ?? '';
    return existsSync(join(folder, 'node_modules/tsx'))
      ? null
      : `FEDERATION_AUDIT_DIR lacks a checkout with its packages: run npm ci in ${folder}`;
  },
  async run() {
    const suites = await serveSuites(process.env.FEDERATION_AUDIT_DIR ?? '');
    try {
      const outcomes: Outcome[] = [];
      for (const id of await get<string[]>(`${suites.origin}/ids`)) {
        outcomes.push(...(await audited(`${suites.origin}/${id}`, id)));
      }
      return outcomes;
    } finally {
      suites.close();
    }
  },
};

/** Starts the checkout's own server as a separate process: it serves subgraphs, supergraphs and queries. */
async function serveSuites(folder: string) {
  const head = readFileSync(join(folder, '.git/HEAD'), 'utf8').trim();
  const commit = head.startsWith('ref: ')
    ? readFileSync(join(folder, '.git', head.slice('ref: '.length)), 'utf8').trim()
    : head;
  if (commit !== COMMIT) throw new Error(`${folder} has commit ${commit}; the judge needs ${COMMIT}.`);
  const port = await freePort();
  const script = ['--import', 'tsx', 'src/cli.ts', 'serve', '--port', String(port)];
  const child = spawn(process.execPath, script, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  await readLines(child).line(/Server started/);
  return { origin: `http://localhost:${port}`, close: () => child.kill() };
}

/**
 * A suite's results for all queries. Each round fetches them again because a suite's mutation is written for
 * one use. The worst round counts.
 */
async function audited(suite: string, id: string): Promise<Outcome[]> {
  const engine = await engineOver(suite);
  const outcomes = new Map<string, Outcome>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const cases = await get<Case[]>(`${suite}/tests`);
      for (const [index, one] of cases.entries()) {
        const outcome = await check(`${id} ${index + 1}`, () => asked(engine, one));
        if (!outcomes.get(outcome.check)?.problem) outcomes.set(outcome.check, outcome);
      }
    }
    return [...outcomes.values()];
  } finally {
    await engine.close();
  }
}

async function engineOver(suite: string): Promise<Engine> {
  const planner = createPlanner(await (await fetch(`${suite}/supergraph`)).text());
  const subgraphs = await get<{ name: string; url: string }[]>(`${suite}/subgraphs`);
  const viewerKey = randomBytes(32);
  return createEngine({
    planner,
    dataSources: subgraphs.map(({ name, url }) => overHttp({ name, url, viewerKey })),
    // Over HTTP, a context contains the caller and the time, and the stock executor logs to it.
    contextFor: (given) => ({ ...given, clock: systemClock, log: console }) as unknown as Context,
  });
}

/** The suites compare data exactly, but only whether there are errors. */
async function asked(engine: Engine, { query, expected }: Case): Promise<void> {
  const { data, errors } = await answerOf(engine, query);
  assert.deepEqual(JSON.parse(JSON.stringify(data ?? null)), expected.data ?? null);
  if (expected.errors !== undefined) assert.equal(Boolean(errors?.length), expected.errors, 'errors');
}

/** The gateway's response: a document that can't be validated or planned is an error, not a crash. */
async function answerOf(engine: Engine, query: string): Promise<ExecutionResult> {
  const document = parse(query);
  const errors = validate(engine.schema, document);
  if (errors.length) return { errors };
  try {
    return await engine.run(document, undefined, {}, caller);
  } catch (error) {
    return { errors: [new GraphQLError(String(error))] };
  }
}

async function get<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T; // the suites' own format
}
