import type { PagePlacementFragment } from '../generated.ts';

/** Additions to a page's policy for app content. */
export interface InjectedNeeds {
  /** Origins of frames. */
  readonly frames: readonly string[];
  /** Full addresses of apps' scripts; their bytes are pinned where they're loaded. */
  readonly scripts: readonly string[];
  /** Origins that those scripts can call. */
  readonly connect: readonly string[];
}

type Loaded = Pick<PagePlacementFragment, 'kind' | 'url'>;

/**
 * Returns policy additions for a page's blocks: exactly each frame's origin and each script's address and
 * origin. Skips a URL that could end or widen a policy, regardless of how its manifest was validated.
 */
export function needsOf(placements: readonly Loaded[]): InjectedNeeds {
  const urls = (kind: Loaded['kind']) =>
    placements.flatMap((placement) =>
      placement.kind === kind && placement.url != null ? (sourceOf(placement.url) ?? []) : [],
    );
  const scripts = urls('script');
  return {
    frames: once(urls('frame').map(({ origin }) => origin)),
    scripts: once(scripts.map(({ address }) => address)),
    connect: once(scripts.map(({ origin }) => origin)),
  };
}

/**
 * Converts an address for use in a policy: host and path, without characters that have a special meaning
 * there; null if that's impossible.
 */
export function sourceOf(url: string): { readonly origin: string; readonly address: string } | null {
  if (!URL.canParse(url)) return null;
  const { origin, pathname, hostname, protocol } = new URL(url);
  if (!/^https?:$/.test(protocol) || !/^[a-z0-9._-]+$/.test(hostname)) return null;
  const path = pathname.replaceAll(
    /[;,'"*\s]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return /^[!-~]+$/.test(path) ? { origin, address: origin + path } : null;
}

const once = (sources: readonly string[]): readonly string[] => [...new Set(sources)];
