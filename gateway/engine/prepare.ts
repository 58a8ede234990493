import type { ExecutionResult } from 'graphql';
import type { Context } from '#kit/context.ts';
import { completeBroken } from './apollo-fallback.ts';
import { compilePlan } from './compile-plan.ts';
import { NotCompilable } from './errors.ts';
import type { PlanWorld, Run, Step } from './fetch.ts';
import type { Json } from './merge.ts';
import type { Planned, Planner } from './planner.ts';
import { compileProjection, type Projection } from './projection.ts';

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
