import { channel, tracingChannel } from 'node:diagnostics_channel';

/**
 * A piece of work as traces show it (docs/interface/operations.md#traces): never values from a caller, a
 * guest or a row.
 */
export interface Work {
  readonly name: string;
  readonly kind: 'internal' | 'client' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** W3C `traceparent` of the work's parent; the current work if omitted. */
  readonly parent?: string | null;
}

/** Published while a piece of work runs, with Node's field names. */
export interface WorkUnderWay {
  readonly work: Work;
  error?: unknown;
}

/** Node diagnostics channel for work. Without a subscriber, publishing only costs a flag check. */
export const WORK_CHANNEL = 'platform:work';
/** Channel for requesting the current work's `traceparent`, which the subscriber fills in. */
export const PARENT_CHANNEL = 'platform:traceparent';

const working = tracingChannel<WorkUnderWay, WorkUnderWay>(WORK_CHANNEL);
const asking = channel(PARENT_CHANNEL);

/** True if there is a subscriber; otherwise callers needn't describe their work. */
export const isTraced = (): boolean => working.hasSubscribers;

/** Runs a piece of work as part of a trace. */
export function traced<T>(work: Work, run: () => T | Promise<T>): Promise<T> {
  return working.tracePromise(async () => run(), { work });
}

/** Returns the current work's W3C `traceparent`, for continuing it elsewhere or later; null without tracing. */
export function traceparent(): string | null {
  if (!asking.hasSubscribers) return null;
  const question: { answer: string | null } = { answer: null };
  asking.publish(question);
  return question.answer;
}

/** Adds the current trace to an event's or a job's data; the worker removes it. */
export function withTrace<Data extends object>(data: Data): Data {
  const parent = traceparent();
  return parent === null ? data : { ...data, [PARENT_KEY]: parent };
}

/** Reverses `withTrace`: returns the trace and the original data. */
export function splitTrace(data: unknown): { readonly parent: string | null; readonly data: unknown } {
  if (typeof data !== 'object' || data === null || !(PARENT_KEY in data)) return { parent: null, data };
  const { [PARENT_KEY]: parent, ...rest } = data;
  return { parent: String(parent), data: rest };
}

/** Events and jobs have no field with this name. */
const PARENT_KEY = 'traceparent';

/** Returns the header for continuing the trace in another process; empty without tracing. */
export function parentHeader(): Readonly<Record<string, string>> {
  const parent = traceparent();
  return parent === null ? {} : { traceparent: parent };
}
