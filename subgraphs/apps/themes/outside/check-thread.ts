import { type BoundedThread, openBoundedThread } from '#kit/bounded-thread.ts';
import type { ThemeIssue, ThemePackage } from '#theme/check.ts';
import type { PackagedFile } from '../domain/theme-files.ts';

/** A valid package without its contents, which are in `json`. */
export interface CheckedTheme
  extends Pick<ThemePackage, 'name' | 'slug' | 'version' | 'distribution' | 'settings' | 'sha256'> {
  readonly files: readonly PackagedFile[];
  /** The whole package (`ThemePackage`), encoded in UTF-8. */
  readonly json: Uint8Array;
}

/** A valid package, or all its issues. */
export type PackageAnswer =
  | { readonly theme: CheckedTheme }
  | { readonly theme: null; readonly issues: readonly ThemeIssue[] };

/** Checks packages on a bounded thread, since a zip may contain anything. Developers are served in rotation. */
export interface CheckThread {
  readonly check: (zip: Uint8Array, accountId: number) => Promise<PackageAnswer>;
}

/** Several times the needs of the largest valid package. */
const LIMITS = { memoryMb: 384, timeoutMs: 10_000, maxAnswerBytes: 40_000_000 } as const;

/** Opens the thread. It starts with the first package and doesn't keep the process alive. */
export function openCheckThread(): CheckThread {
  const thread: BoundedThread<Uint8Array, PackageAnswer> = openBoundedThread(
    new URL('./check-worker.ts', import.meta.url),
    LIMITS,
  );
  return {
    async check(zip, accountId) {
      const run = await thread.run(zip, accountId);
      return 'answer' in run ? run.answer : { theme: null, issues: [TOO_MUCH] };
    },
  };
}

const TOO_MUCH: ThemeIssue = {
  file: '',
  line: null,
  code: 'TOO_LARGE',
  message: 'The theme takes too long to check. Use fewer or smaller files.',
};
