import { channel, tracingChannel } from 'node:diagnostics_channel';

/** What traces show of a piece of work (docs/interface/operations.md#traces): no value of a caller, a guest or a row. */
export interface Work {
  readonly name: string;
  readonly kind: 'internal' | 'client' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** W3C `traceparent` of what it belongs to; left out, it belongs to the work under way. */
  readonly parent?: string | null;
}

/** What is published while a piece of work goes on, by Node's names. */
export interface WorkUnderWay {
  readonly work: Work;
  error?: unknown;
}

/** Where work is published. Nothing listens, and it costs a look at a flag, unless traces are sent somewhere. */
export const WORK_CHANNEL = 'platform:work';
/** Who asks for the `traceparent` of the work under way: what listens fills it in. */
export const PARENT_CHANNEL = 'platform:traceparent';

const working = tracingChannel<WorkUnderWay, WorkUnderWay>(WORK_CHANNEL);
const asking = channel(PARENT_CHANNEL);

/** Whether anything listens: where it does not, callers need not describe their work. */
export const isTraced = (): boolean => working.hasSubscribers;

/** Runs a piece of work as part of a trace. */
export function traced<T>(work: Work, run: () => T | Promise<T>): Promise<T> {
  return working.tracePromise(async () => run(), { work });
}

/** W3C `traceparent` of the work under way, to be continued elsewhere or later; null where nothing is traced. */
export function traceparent(): string | null {
  if (!asking.hasSubscribers) return null;
  const question: { answer: string | null } = { answer: null };
  asking.publish(question);
  return question.answer;
}

/** The data of an event or a job, with the trace that books it; the worker takes it out again. */
export function withTrace<Data extends object>(data: Data): Data {
  const parent = traceparent();
  return parent === null ? data : { ...data, [PARENT_KEY]: parent };
}

/** What `withTrace` made, apart: the trace, and the data as it was. */
export function splitTrace(data: unknown): { readonly parent: string | null; readonly data: unknown } {
  if (typeof data !== 'object' || data === null || !(PARENT_KEY in data)) return { parent: null, data };
  const { [PARENT_KEY]: parent, ...rest } = data;
  return { parent: String(parent), data: rest };
}

/** No event or job has a field of this name. */
const PARENT_KEY = 'traceparent';

/** The header that has another process continue the trace; none where nothing is traced. */
export function parentHeader(): Readonly<Record<string, string>> {
  const parent = traceparent();
  return parent === null ? {} : { traceparent: parent };
}
