import type { PlanNode, QueryPlan, ResponsePath } from '@apollo/query-planner';
import type { ExecutionResult } from 'graphql';
import type { Context } from '#kit/context.ts';
import { completeBroken } from './apollo-fallback.ts';
import { NotCompilable } from './errors.ts';
import { compileEntityFetch, compileRootFetch, type PlanWorld } from './fetch.ts';
import type { Json } from './merge.ts';
import type { Planned, Planner } from './planner.ts';
import { compileProjection, type Projection } from './projection.ts';
import type { Run, Step } from './run.ts';
import { compileMerged } from './schedule.ts';

/** An operation as a function of its checked variables. */
export type RunCompiled = (variables: Json, context: Context) => Promise<ExecutionResult>;

/** Compiles a planned operation, or returns the reason it's left to Apollo's executor. */
export function compileOperation(
  planned: Planned,
  planner: Planner,
  world: PlanWorld,
): { readonly run: RunCompiled } | { readonly reason: string } {
  try {
    const projection = compileProjection(planner.apiSchema, planned.definition, planned.fragments);
    const step = compilePlan(planned.plan, world);
    return {
      run: (variables, context) => runCompiled({ planned, planner, step, projection }, variables, context),
    };
  } catch (error) {
    if (error instanceof NotCompilable) return { reason: error.message };
    throw error;
  }
}

interface Compiled {
  readonly planned: Planned;
  readonly planner: Planner;
  readonly step: Step;
  readonly projection: Projection;
}

async function runCompiled(
  { planned, planner, step, projection }: Compiled,
  variables: Json,
  context: Context,
): Promise<ExecutionResult> {
  const run: Run = { variables, context, errors: [], data: null };
  await step(run);
  const fetched = run.data ?? {};
  const data = projection(fetched);
  if (data) return run.errors.length ? { errors: run.errors, data } : { data };
  const completed = await completeBroken(planned, planner, variables, fetched);
  // If a subgraph has reported an error, the nulls it causes need no further errors.
  if (run.errors.length) return { errors: run.errors, data: completed.data ?? null };
  if (!completed.errors.length) return { data: completed.data ?? null };
  return { data: completed.data ?? null, extensions: { valueCompletion: completed.errors } };
}

/** Compiles a query plan to one function. Throws NotCompilable if only Apollo's executor can run it. */
function compilePlan({ node }: QueryPlan, world: PlanWorld): Step {
  if (!node) return () => undefined;
  if (node.kind === 'Subscription') throw new NotCompilable('a subscription');
  const merges = [...world.dataSources.values()].some((source) => source.merges);
  return (merges && compileMerged(node, world)) || compileNode(node, [], world);
}

function compileNode(node: PlanNode, path: ResponsePath, world: PlanWorld): Step {
  switch (node.kind) {
    case 'Fetch':
      return path.length ? compileEntityFetch(node, path, world) : compileRootFetch(node, world);
    case 'Flatten':
      return compileNode(node.node, [...path, ...node.path], world);
    case 'Sequence':
      return inSequence(node.nodes.map((child) => compileNode(child, path, world)));
    case 'Parallel':
      return inParallel(node.nodes.map((child) => compileNode(child, path, world)));
    case 'Condition':
      throw new NotCompilable('a condition on a variable');
    case 'Defer':
      throw new NotCompilable('@defer');
  }
}

function inSequence(steps: readonly Step[]): Step {
  const from = (run: Run, first: number): Promise<void> | undefined => {
    for (let i = first; i < steps.length; i++) {
      const waiting = steps[i]?.(run);
      if (waiting) return waiting.then(() => from(run, i + 1));
    }
    return undefined;
  };
  return (run) => from(run, 0);
}

function inParallel(steps: readonly Step[]): Step {
  return (run) => {
    const waiting = steps.map((step) => step(run)).filter((promise) => promise !== undefined);
    return waiting.length ? Promise.all(waiting).then(() => undefined) : undefined;
  };
}
