import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Execute } from '#kit/execute.ts';
import { openThemeRenderer, type ThemeRenderer } from '#theme/renderer.ts';
import type { ThemePackage } from '#theme/theme-package.ts';
import type { Storefront } from '../../storefront.ts';
import { themeFailureReportDocument, themePackageDocument } from '../generated.ts';

/** Loads packages and renders pages with them. */
export interface Themes {
  readonly renderer: ThemeRenderer;
  /** Returns a version's package, from memory if possible; null if there is none. */
  readonly packageOf: (request: FastifyRequest, sha256: string) => Promise<ThemePackage | null>;
  /** Reports a page that a storefront's published theme didn't render, for its host. */
  readonly report: (request: FastifyRequest, storefront: Storefront, problem: string) => Promise<void>;
}

/** Bytes of packages kept in memory. */
const MOST_BYTES = 67_108_864;

/** Opens the renderer and a memory of packages; there's one per process. A digest never changes its meaning. */
export function openThemes({ execute }: { readonly execute: Execute }): Themes {
  const callerOf = ({ id: requestId }: FastifyRequest) =>
    ({ viewer: { kind: 'public' }, requestId }) as const;
  const kept = new LRUCache<string, { readonly theme: ThemePackage; readonly bytes: number }, FastifyRequest>(
    {
      maxSize: MOST_BYTES,
      sizeCalculation: ({ bytes }) => 2 * bytes,
      // Guests who arrive together wait for the same package.
      async fetchMethod(sha256, _stale, { context: request }) {
        const { themePackage } = await execute(themePackageDocument, { sha256 }, callerOf(request));
        if (themePackage === null) return undefined;
        const { json } = themePackage;
        return { theme: JSON.parse(json) as ThemePackage, bytes: json.length }; // apps stored a checked package
      },
    },
  );

  return {
    renderer: openThemeRenderer(),
    packageOf: async (request, sha256) => (await kept.fetch(sha256, { context: request }))?.theme ?? null,
    async report(request, { id: storefrontId, theme }, problem) {
      if (theme === null) return;
      const failure = { storefrontId, revision: theme.revision, problem };
      await execute(themeFailureReportDocument, failure, callerOf(request));
    },
  };
}
