import type { EntitySchema } from '@mikro-orm/core';
import type { Config } from '#kit/config.ts';
import type { ResolverMap } from '#kit/subgraph.ts';
import type { EventName, EventPayloads } from '#schema/events.ts';
import type { ServiceBase, Services, SubgraphContext } from './context.ts';
import type { History } from './history.ts';
import type { Wait } from './waits.ts';

/**
 * A subgraph's reaction to an event elsewhere. Runs at least once per event and must be safe to repeat. `at`
 * is the publication time, the same instant on every run.
 */
export type Reaction = {
  readonly [E in EventName]: {
    readonly on: E;
    /** Concurrent runs in one process; 16 if omitted. */
    readonly concurrency?: number;
    readonly run: (ctx: SubgraphContext, event: EventPayloads[E], at: Date) => Promise<void>;
  };
}[EventName];

/**
 * Recurring work. Every process with workers runs it, possibly at the same moment, so it must be safe to
 * repeat, to interrupt and to run concurrently. It locks rows with SKIP LOCKED, or changes them in one
 * statement that has no effect the second time.
 */
export interface RecurringJob {
  /** `<subgraph>/<task>`. */
  readonly name: string;
  readonly everyMs: (config: Config) => number;
  /**
   * Set if the job can be woken by name like a queue (`db.wakeup.wake`): it then runs within this time, once
   * for all such calls.
   */
  readonly soonMs?: number;
  /**
   * Set if the job deletes old rows, ends an expired hold, session, request or conversation, records that
   * guests have arrived and left, or acts on a due task: it doesn't run after a leap of the clock until an
   * operator confirms the time. test/faults/clocks.test.ts lists what each job ends.
   */
  readonly deletes?: boolean;
  readonly run: (ctx: SubgraphContext) => Promise<void>;
}

/**
 * Work that a command schedules for later with `schedule` (db/jobs/jobs.ts). Runs at least once and must be
 * safe to repeat.
 */
export interface QueueJob {
  /** `<subgraph>/<task>`. */
  readonly queue: string;
  /**
   * Name in earlier releases. This release also runs jobs with that name, because processes on such a release
   * may still schedule some.
   */
  readonly formerly?: string;
  /** Concurrent runs in one process; 1 if omitted. */
  readonly concurrency?: number;
  /**
   * True if a process with these settings can run it; other processes leave its jobs alone. Every process if
   * omitted.
   */
  readonly where?: (config: Config) => boolean;
  readonly run: (ctx: SubgraphContext, data: unknown) => Promise<void>;
}

/** Returns a job's queue, and its former name. */
export const namesOf = ({ queue, formerly }: QueueJob): readonly string[] =>
  formerly ? [queue, formerly] : [queue];

/** Continuous work: starts and stops with a process's workers. */
export interface Service {
  readonly name: string;
  /**
   * `newContext` makes a fresh context with the `platform` viewer. Stopping waits a few seconds at most for
   * work in progress.
   */
  readonly start: (newContext: () => SubgraphContext) => Promise<RunningService>;
}

/** A started service. */
export interface RunningService {
  readonly stop: () => Promise<void>;
  /** Throws if its work has stalled for a while; the process is then not ready. */
  readonly check: () => void;
}

/** A column with sealed values; key replacement uses it to find all of them. */
export interface SealedColumn {
  /** Table name with its schema, e.g. `apps.installs`; its key is `id`. */
  readonly table: string;
  readonly column: string;
  /** Columns in the vault's row name. */
  readonly from: readonly string[];
  /** Builds a value's vault row name from the values in `from`. */
  readonly row: (named: Readonly<Record<string, unknown>>) => string;
}

/** One subgraph as a value: its resolvers, storage, reactions and jobs. */
export interface SubgraphDefinition {
  readonly name: 'apps' | 'catalog' | 'checkout' | 'payments' | 'tasks';
  readonly resolvers: ResolverMap;
  /** Entities in the subgraph's PostgreSQL schema, which has the subgraph's name. */
  readonly entities: readonly EntitySchema[];
  readonly reactions: readonly Reaction[];
  /** Retention for its tables' rows. */
  readonly history: History;
  readonly recurring: readonly RecurringJob[];
  /** Times in its tables that retries, claims and windows wait for. */
  readonly waits?: readonly Wait[];
  readonly queues: readonly QueueJob[];
  /** Creates its services, which live as long as the process, in every role. */
  readonly open?: (base: ServiceBase) => Partial<Services>;
  /** Ends the services from `open`. Subgraphs close in reverse opening order, after the workers. */
  readonly close?: (services: Services) => Promise<void>;
  /** Continuous work next to the jobs, in processes with workers. */
  readonly services?: readonly Service[];
  /** Every column whose values its commands seal. */
  readonly sealed?: readonly SealedColumn[];
}
