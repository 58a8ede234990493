import type { EntitySchema } from '@mikro-orm/core';
import type { Config } from '#kit/config.ts';
import type { ResolverMap } from '#kit/subgraph.ts';
import type { EventName, EventPayloads } from '#schema/events.ts';
import type { ServiceBase, Services, SubgraphContext } from './context.ts';
import type { History } from './history.ts';
import type { Wait } from './waits.ts';

/**
 * What a subgraph does when something happened elsewhere. Run at least once per event; safe to repeat. `at` is when it was
 * published: the same instant on every run.
 */
export type Reaction = {
  readonly [E in EventName]: {
    readonly on: E;
    /** How many run at once in one process; 16 where not given. */
    readonly concurrency?: number;
    readonly run: (ctx: SubgraphContext, event: EventPayloads[E], at: Date) => Promise<void>;
  };
}[EventName];

/**
 * Work that repeats. Every process with workers runs it, so several may at the same moment: safe to repeat, to interrupt and
 * to run beside itself. It takes what it changes with SKIP LOCKED, or in one statement that a second run finds done.
 */
export interface RecurringJob {
  /** `<subgraph>/<what it does>`. */
  readonly name: string;
  readonly everyMs: (config: Config) => number;
  /** Its name may be woken like a queue (`db.wakeup.wake`): it then runs this soon, once for all such calls. */
  readonly soonMs?: number;
  /**
   * It deletes what is old, ends a hold, session, request or conversation whose time is over, records that guests have come and gone, or
   * acts on a task that is due: it doesn't run after a leap of the clock that no operator confirmed. test/faults/clocks.test.ts lists
   * what each job ends.
   */
  readonly deletes?: boolean;
  readonly run: (ctx: SubgraphContext) => Promise<void>;
}

/** Work that a command books for later with `schedule` (db/jobs/jobs.ts). Run at least once; safe to repeat. */
export interface QueueJob {
  /** `<subgraph>/<what it does>`. */
  readonly queue: string;
  /** What earlier releases call the queue. Their jobs are run too: processes of such a release may still book some. */
  readonly formerly?: string;
  /** How many run at once in one process; 1 where not given. */
  readonly concurrency?: number;
  /** Whether a process with these settings can do it: others leave its jobs to those that can. Every process where not given. */
  readonly where?: (config: Config) => boolean;
  readonly run: (ctx: SubgraphContext, data: unknown) => Promise<void>;
}

/** The queue of a job, and what it was. */
export const namesOf = ({ queue, formerly }: QueueJob): readonly string[] =>
  formerly ? [queue, formerly] : [queue];

/** Work that goes on: started with the workers of a process, and stopped with them. */
export interface Service {
  readonly name: string;
  /** `newContext` makes a fresh context with the `platform` viewer. Stopping waits for what is under way, a few seconds at most. */
  readonly start: (newContext: () => SubgraphContext) => Promise<RunningService>;
}

/** A service that was started. */
export interface RunningService {
  readonly stop: () => Promise<void>;
  /** Throws when its work has not gone on for a while: the process is then not ready. */
  readonly check: () => void;
}

/** A column of sealed values: what must find all of them, because a key was replaced, finds them by this. */
export interface SealedColumn {
  /** With its schema, for example `apps.installs`; its key is `id`. */
  readonly table: string;
  readonly column: string;
  /** Columns that name the vault's row. */
  readonly from: readonly string[];
  /** The vault's row name of a value, by the values of `from`. */
  readonly row: (named: Readonly<Record<string, unknown>>) => string;
}

/** One subgraph as a value: what it resolves, stores, reacts to and runs as jobs. */
export interface SubgraphDefinition {
  readonly name: 'apps' | 'catalog' | 'checkout' | 'payments' | 'tasks';
  readonly resolvers: ResolverMap;
  /** Entities of its own PostgreSQL schema, which has the subgraph's name. */
  readonly entities: readonly EntitySchema[];
  readonly reactions: readonly Reaction[];
  /** How long the rows of its tables live. */
  readonly history: History;
  readonly recurring: readonly RecurringJob[];
  /** Instants in its tables that retries, claims and windows wait for. */
  readonly waits?: readonly Wait[];
  readonly queues: readonly QueueJob[];
  /** Makes what lives as long as the process, in every role: its part of the services. */
  readonly open?: (base: ServiceBase) => Partial<Services>;
  /** Ends what `open` made. Subgraphs are closed in the reverse order of opening, after the workers. */
  readonly close?: (services: Services) => Promise<void>;
  /** What goes on beside the jobs, in processes with workers. */
  readonly services?: readonly Service[];
  /** Every column whose values its commands seal. */
  readonly sealed?: readonly SealedColumn[];
}
