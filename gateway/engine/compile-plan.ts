import type { PlanNode, QueryPlan, ResponsePath } from '@apollo/query-planner';
import { NotCompilable } from './errors.ts';
import { compileEntityFetch, compileRootFetch, type PlanWorld, type Run, type Step } from './fetch.ts';

/** Compiles a query plan to one function. Throws NotCompilable if only Apollo's executor can run it. */
export function compilePlan({ node }: QueryPlan, world: PlanWorld): Step {
  if (!node) return () => undefined;
  if (node.kind === 'Subscription') throw new NotCompilable('a subscription');
  return compileNode(node, [], world);
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
