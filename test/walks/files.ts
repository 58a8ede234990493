import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';

/** The product's folders; readers don't open generated code to understand a path. */
const PRODUCT = /^(adapters|db|gateway|kit|schema|server|subgraphs)\/(?!.*generated)/;

/** Counts the files in which a function runs, from V8's own coverage. */
export interface Walks {
  /** The product's files in which a function ran while the work ran. */
  readonly filesOf: (work: () => Promise<unknown>) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Starts counting: earlier runs don't count. */
export async function openWalks(): Promise<Walks> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return {
    async filesOf(work) {
      await session.post('Profiler.takePreciseCoverage'); // counts from zero on
      await work();
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const ran = result.filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
      );
      return ran
        .filter(({ url }) => url.startsWith('file://'))
        .map(({ url }) => relative(process.cwd(), new URL(url).pathname))
        .filter((file) => PRODUCT.test(file))
        .sort();
    },
    async close() {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}
