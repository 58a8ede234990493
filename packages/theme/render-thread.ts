import { LRUCache } from 'lru-cache';
import { serveThread } from '../../kit/thread-work.ts';
import { type PageJob, type PageRun, type ParsedSource, type ParsedTheme, parseTheme } from './render.ts';

/** Work for the thread: parse a theme, or render a page with a theme that it has parsed. */
export type RenderOrder =
  | { readonly parse: ParsedSource }
  | { readonly sha256: string; readonly job: PageJob };

/** `unknown` if the thread hasn't parsed the theme, or doesn't have it anymore. */
export type RenderAnswer = 'parsed' | 'unknown' | PageRun;

// liquidjs measures its render limit with `performance.now`. On a busy machine, a thread waits much longer than it runs,
// so this thread's clock only counts its own processor time.
performance.now = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const parsed = new LRUCache<string, ParsedTheme>({ max: 40 });

serveThread((order: RenderOrder): RenderAnswer => {
  if ('parse' in order) {
    parsed.set(order.parse.sha256, parseTheme(order.parse));
    return 'parsed';
  }
  return parsed.get(order.sha256)?.render(order.job) ?? 'unknown';
});
