import { once } from 'node:events';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { within } from './deadline.ts';
import type { SerializedParts, ThreadMessage } from './thread-work.ts';

/** Limits of one job. */
export interface ThreadLimits {
  /** The thread's heap: its modules, the job and the result together. */
  readonly memoryMb: number;
  /** Wall time of the job itself; waiting for a turn doesn't count. */
  readonly timeoutMs: number;
  /**
   * Processor time that a job gets before its wall time counts, so that a busy machine doesn't fail it; at most
   * ten times the wall time. Off by default.
   */
  readonly minCpuMs?: number;
  /** Size of the result in V8's serialization. */
  readonly maxAnswerBytes: number;
}

/** The limit that a job exceeded. */
export type Overrun = 'time' | 'memory' | 'answer';

/** Outcome of a job. `ms` is its wall time, to be charged to its team. */
export type ThreadRun<Answer> = { readonly ms: number } & (
  | { readonly answer: Answer }
  | { readonly overrun: Overrun }
);

/** A thread for parsing untrusted bytes: one job at a time, and nothing a job does can block or end this process. */
export interface BoundedThread<Job, Answer> {
  /**
   * Runs a job once its turn arrives: jobs with different `turn` keys (teams) are served in rotation. Rejects
   * if the work throws, or if the thread can't start. `own` replaces the thread's limits for this job.
   */
  readonly run: (
    job: Job,
    turn: string | number,
    own?: Pick<ThreadLimits, 'timeoutMs'>,
  ) => Promise<ThreadRun<Answer>>;
}

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly limits: ThreadLimits;
  readonly resolve: (run: ThreadRun<Answer>) => void;
  readonly reject: (error: unknown) => void;
}

/** Loading modules takes seconds on a busy machine. */
const START_TIMEOUT_MS = 30_000;
/** Objects die young while parsing; V8's default would let this generation outgrow a small heap. */
const YOUNG_GENERATION_MB = 16;
/** Reading a result yields to the event loop after this long. */
const SLICE_MS = 10;

/**
 * Opens a thread that runs a file, which must call `serveThread` (thread-work.ts). It starts with the first
 * job, is replaced after an overrun or a failure, and doesn't keep the process alive while idle. `join`
 * reassembles the parts from the thread's `split`.
 */
export function openBoundedThread<Job, Answer>(
  file: URL,
  limits: ThreadLimits,
  join: (parts: readonly unknown[]) => Answer = ([answer]) => answer as Answer, // serveThread wrote it
): BoundedThread<Job, Answer> {
  const queues = new Map<string | number, Waiting<Job, Answer>[]>();
  let thread: Worker | null = null;
  let isBusy = false;

  /** Takes the next job from the team that has waited longest, and moves that team to the end. */
  function next(): Waiting<Job, Answer> | null {
    const [first] = queues;
    if (!first) return null;
    const [turn, [waiting, ...others]] = first;
    queues.delete(turn);
    if (others.length > 0) queues.set(turn, others);
    return waiting ?? null;
  }

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let waiting = next(); waiting; waiting = next()) {
      const { job, limits, resolve, reject } = waiting;
      await runNow(job, limits).then(resolve, reject);
    }
    isBusy = false;
  }

  async function runNow(job: Job, limits: ThreadLimits): Promise<ThreadRun<Answer>> {
    const worker = thread ?? (await start(file, limits));
    thread = worker;
    const begun = performance.now();
    const outcome = await exchange(worker, job, limits);
    const ms = Math.ceil(performance.now() - begun);
    if ('answer' in outcome) return { ms, answer: join(await readParts(outcome.answer)) };
    if ('thrown' in outcome) throw new Error(outcome.thrown);
    thread = null;
    void worker.terminate(); // it ends once its native code returns; the next job gets another thread
    if ('failure' in outcome) throw outcome.failure;
    return { ms, overrun: outcome.overrun };
  }

  return {
    run: (job, turn, own) =>
      new Promise((resolve, reject) => {
        const waiting = { job, limits: { ...limits, ...own }, resolve, reject };
        const queue = queues.get(turn);
        if (queue) queue.push(waiting);
        else queues.set(turn, [waiting]);
        void work();
      }),
  };
}

async function start(file: URL, { memoryMb }: ThreadLimits): Promise<Worker> {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  worker.on('error', ignore); // a terminating thread may still fail
  try {
    await within(START_TIMEOUT_MS, 'Starting a thread', once(worker, 'message'));
  } catch (error) {
    void worker.terminate();
    throw error;
  }
  worker.unref();
  return worker;
}

/**
 * Deserializes parts, yielding between them: a large result in one piece would block the event loop for a
 * second.
 */
async function readParts({ bytes, parts }: SerializedParts): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  let begun = performance.now();
  for (const { from, until } of parts) {
    values.push(deserialize(bytes.subarray(from, until)));
    if (performance.now() - begun < SLICE_MS) continue;
    await setImmediate();
    begun = performance.now();
  }
  return values;
}

type Exchange =
  | { readonly answer: SerializedParts }
  /** The work threw; the thread is fine. */
  | { readonly thrown: string }
  | { readonly overrun: Overrun }
  | { readonly failure: unknown };

/** Sends one job and waits for its result, an overrun or the thread's end. */
function exchange<Job>(
  worker: Worker,
  job: Job,
  { timeoutMs, minCpuMs = 0, maxAnswerBytes }: ThreadLimits,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const before = minCpuMs === 0 ? null : worker.cpuUsage();
    let isOver = false;
    let extensions = 0;
    const onTimeout = async () => {
      extensions += 1;
      const starved =
        extensions < MOST_EXTENSIONS && (await isStarved(worker, before, { minCpuMs, timeoutMs }));
      if (isOver) return;
      if (starved) timer = setTimeout(onTimeout, timeoutMs);
      else finish({ overrun: 'time' });
    };
    const finish = (outcome: Exchange) => {
      isOver = true;
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit).unref();
      resolve(outcome);
    };
    const onMessage = (message: ThreadMessage) => {
      if (message.kind === 'answer') finish({ answer: message });
      if (message.kind === 'too_large') finish({ overrun: 'answer' });
      if (message.kind === 'thrown') finish({ thrown: message.reason });
    };
    const onError = (error: unknown) =>
      finish(isOutOfMemory(error) ? { overrun: 'memory' } : { failure: error });
    const onExit = () => finish({ failure: new Error('A thread ended before its job.') });
    let timer = setTimeout(onTimeout, timeoutMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit).ref();
    worker.postMessage({ job, maxAnswerBytes });
  });
}

const ignore = () => undefined;

/** The wall time is extended this often for a thread that hardly runs. */
const MOST_EXTENSIONS = 10;

/**
 * True if a thread has had less processor time than `minCpuMs` since an earlier count. A thread in native code
 * doesn't report its time, so it isn't starved.
 */
async function isStarved(
  worker: Worker,
  before: ReturnType<Worker['cpuUsage']> | null,
  { minCpuMs, timeoutMs }: { readonly minCpuMs: number; readonly timeoutMs: number },
): Promise<boolean> {
  if (before === null) return false;
  const used = async () => {
    const earlier = await before;
    const { user, system } = await worker.cpuUsage();
    return (user + system - earlier.user - earlier.system) / 1_000;
  };
  // A thread that has ended rejects.
  const usedMs = await Promise.race([used(), delay(timeoutMs, Number.POSITIVE_INFINITY)]).catch(ignore);
  return usedMs !== undefined && usedMs < minCpuMs;
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
