import type { PagePlacementFragment } from '../generated.ts';

/** What a page's policy has to allow for what apps add to it. */
export interface InjectedNeeds {
  /** Origins of frames. */
  readonly frames: readonly string[];
  /** Scripts of apps, each by its whole address; its bytes are pinned where it is loaded. */
  readonly scripts: readonly string[];
  /** Origins that those scripts may call. */
  readonly connect: readonly string[];
}

type Loaded = Pick<PagePlacementFragment, 'kind' | 'url'>;

/**
 * What the policy of a page gets for what is on it: each frame's origin, each script's address and origin, and nothing else. A url with
 * which a policy could be ended or widened gets nothing, whatever its manifest was read by.
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

/** An address as a policy can name it: host and path without what has a meaning there; null if it has none. */
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
