import type { FetchNode, PlanNode, ResponsePath } from '@apollo/query-planner';
import { NotCompilable } from './errors.ts';
import { compileEntityFetch, compileRootFetch, type PlanWorld, sourceOf } from './fetch.ts';
import { compileMergedFetch } from './merged-fetch.ts';
import type { Step } from './run.ts';

/** A plan's fetch, and the fetches that must end before it starts. */
interface Job {
  readonly node: FetchNode;
  readonly path: ResponsePath;
  /** Fetches of one subgraph at the same level are merged. Any level after those of the fetches it waits for. */
  level: number;
  readonly after: readonly Job[];
}

/**
 * Compiles a plan with merged entity fetches: fetches from one subgraph that wait for the same number of earlier
 * fetches become one request, and a fetch joins a later request if no other fetch needs it earlier. Each request
 * starts as soon as the fetches it depends on have ended. Returns null if no fetches can be merged.
 */
export function compileMerged(node: PlanNode, world: PlanWorld): Step | null {
  const jobs: Job[] = [];
  collect(node, [], [], jobs);
  const canMerge = ({ node: fetch, path }: Job) =>
    path.length > 0 && fetch.requires !== undefined && sourceOf(fetch, world).merges === true;
  delay(jobs, canMerge);
  const keyOf = (job: Job) => (canMerge(job) ? `${job.level} ${job.node.serviceName}` : job);
  const groups = [...Map.groupBy(jobs, keyOf).values()].sort(byLevel);
  if (groups.length === jobs.length) return null;
  const indexes = new Map(groups.flatMap((group, index) => group.map((job) => [job, index])));
  return inOrder(
    groups.map((group) => ({
      step: compileGroup(group, world),
      after: [...new Set(group.flatMap(({ after }) => after.map((before) => indexes.get(before) ?? 0)))],
    })),
  );
}

/** Adds a plan's fetches to `jobs`; returns the fetches that whatever follows has to wait for. */
function collect(node: PlanNode, path: ResponsePath, after: readonly Job[], jobs: Job[]): readonly Job[] {
  switch (node.kind) {
    case 'Fetch': {
      const job = { node, path, after, level: Math.max(0, ...after.map(({ level }) => level + 1)) };
      jobs.push(job);
      return [job];
    }
    case 'Flatten':
      return collect(node.node, [...path, ...node.path], after, jobs);
    case 'Sequence':
      return node.nodes.reduce((before, child) => collect(child, path, before, jobs), after);
    case 'Parallel': {
      const last = node.nodes.flatMap((child) => collect(child, path, after, jobs));
      return last.length > 0 ? last : after;
    }
    case 'Condition':
      throw new NotCompilable('a condition on a variable');
    case 'Defer':
      throw new NotCompilable('@defer');
  }
}

/** Moves fetches to the latest level at which their subgraph is requested anyway and everything still gets its data. */
function delay(jobs: readonly Job[], canMerge: (job: Job) => boolean): void {
  const limits = new Map<Job, number>();
  for (const job of jobs.toSorted((a, b) => b.level - a.level)) {
    const limit = limits.get(job) ?? Number.POSITIVE_INFINITY;
    const later = canMerge(job)
      ? jobs.filter(
          (other) =>
            other.node.serviceName === job.node.serviceName && other.level <= limit && canMerge(other),
        )
      : [];
    job.level = Math.max(job.level, ...later.map(({ level }) => level));
    for (const before of job.after) {
      limits.set(before, Math.min(limits.get(before) ?? Number.POSITIVE_INFINITY, job.level - 1));
    }
  }
}

const byLevel = ([a]: readonly Job[], [b]: readonly Job[]): number => (a?.level ?? 0) - (b?.level ?? 0);

function compileGroup(group: readonly Job[], world: PlanWorld): Step {
  const [job] = group;
  if (!job || group.length > 1) return compileMergedFetch(group, world);
  const { node, path } = job;
  return path.length ? compileEntityFetch(node, path, world) : compileRootFetch(node, world);
}

/** Runs steps as soon as those before them, given by their indexes, have ended. */
function inOrder(steps: readonly { readonly step: Step; readonly after: readonly number[] }[]): Step {
  return (run) => {
    const running: (Promise<void> | undefined)[] = [];
    for (const { step, after } of steps) {
      const waiting = after.map((index) => running[index]).filter((promise) => promise !== undefined);
      running.push(waiting.length ? Promise.all(waiting).then(() => step(run)) : step(run));
    }
    const waiting = running.filter((promise) => promise !== undefined);
    return waiting.length ? Promise.all(waiting).then(() => undefined) : undefined;
  };
}
