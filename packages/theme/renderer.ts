import { type BoundedThread, openBoundedThread } from '../../kit/bounded-thread.ts';
import type { PageJob, PageRun, ParsedSource, RenderLimit } from './render.ts';
import type { RenderAnswer, RenderOrder } from './render-thread.ts';
import { RENDER_LIMITS } from './vocabulary.ts';

/** A page, or the reason why the built-in theme must render it. */
export type ThemedRun =
  | PageRun
  /** Too many pages are waiting, which isn't the theme's fault. */
  | { readonly limit: 'busy'; readonly message: string };

/** Renders pages in a small pool of threads. */
export interface ThemeRenderer {
  /**
   * Renders a page. `source` returns the theme's files, and is only called if a thread hasn't parsed the
   * theme yet. Storefronts are served in rotation.
   */
  readonly render: (
    storefrontId: string,
    sha256: string,
    job: PageJob,
    source: () => Promise<ParsedSource>,
  ) => Promise<ThemedRun>;
}

interface Seat {
  readonly thread: BoundedThread<RenderOrder, RenderAnswer>;
  waiting: number;
}

const THREADS = 2;
/** About a second of ordinary pages. */
const MOST_WAITING = 60;
const FILE = new URL('./render-thread.ts', import.meta.url);

/** Opens the pool; threads start with their first page and don't keep the process alive. */
export function openThemeRenderer(): ThemeRenderer {
  const seats = Array.from(
    { length: THREADS },
    (): Seat => ({ thread: openBoundedThread(FILE, LIMITS), waiting: 0 }),
  );

  return {
    async render(storefrontId, sha256, job, source) {
      const seat = seats.reduce((least, other) => (other.waiting < least.waiting ? other : least));
      if (seat.waiting >= MOST_WAITING)
        return { limit: 'busy', message: 'Too many pages are being rendered.' };
      seat.waiting += 1;
      try {
        const order = { sha256, job };
        const first = await seat.thread.run(order, storefrontId);
        if (!('answer' in first) || first.answer !== 'unknown') return outcomeOf(first);
        const parse = await source();
        const ready = await seat.thread.run({ parse }, storefrontId, { timeoutMs: RENDER_LIMITS.parseMs });
        if (!('answer' in ready)) return outcomeOf(ready);
        return outcomeOf(await seat.thread.run(order, storefrontId));
      } finally {
        seat.waiting -= 1;
      }
    },
  };
}

const LIMITS = {
  memoryMb: RENDER_LIMITS.heapMb,
  timeoutMs: RENDER_LIMITS.wallMs,
  minCpuMs: RENDER_LIMITS.renderMs * 2,
  // A page has at most twice as many bytes as UTF-16 units, and some more around it.
  maxAnswerBytes: 2 * RENDER_LIMITS.outputBytes + 65_536,
};

const WORDS: Readonly<Record<'time' | 'memory' | 'answer', { limit: RenderLimit; message: string }>> = {
  time: { limit: 'time', message: `The page took more than ${RENDER_LIMITS.wallMs} ms.` },
  memory: { limit: 'memory', message: `The page needed more than ${RENDER_LIMITS.heapMb} MB of memory.` },
  answer: { limit: 'output', message: `The page is longer than ${RENDER_LIMITS.outputBytes / 1024} KB.` },
};

function outcomeOf(
  run: { readonly answer: RenderAnswer } | { readonly overrun: 'time' | 'memory' | 'answer' },
): ThemedRun {
  if ('overrun' in run) return WORDS[run.overrun];
  if (typeof run.answer !== 'string') return run.answer;
  // Another page replaced the theme in the thread, or its thread: both are rare.
  return { limit: 'busy', message: 'The theme has to be parsed again.' };
}
