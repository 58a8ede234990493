/** An audience of the supergraph: what it is called and which tags it hides. */
export interface View {
  readonly name: string;
  readonly hides: readonly string[];
}

/** A dated version of the developer API. */
export interface ApiVersion {
  /** `YYYY-MM`. */
  readonly version: string;
  /** Date from which answers carry `Deprecation`; null while current. */
  readonly deprecated: string | null;
  /** Last day it answers, `YYYY-MM-DD`; 410 after that. Null while none is set. */
  readonly sunset: string | null;
}

/** Dated versions, oldest first. A new version is one line. */
export const API_VERSIONS = [
  { version: '2026-01', deprecated: null, sunset: null },
  { version: '2026-10', deprecated: null, sunset: null },
] as const satisfies readonly ApiVersion[];

/** The dated version that webhooks name if an app chose none: the oldest, so that nothing changes for its receiver. */
export const WEBHOOK_API_VERSION = API_VERSIONS[0].version;

/** The views of some dated versions, in the order of `schema/generated/`. */
export function viewsOf(versions: readonly ApiVersion[]): readonly View[] {
  const gone = (until: (version: string) => boolean) =>
    versions.filter(({ version }) => until(version)).map(({ version }) => `until-${version}`);
  /** Hides what is internal, what only the host panel sees, what was added later and what was already removed. */
  const dated = ({ version: own }: ApiVersion): View => {
    const later = versions.filter(({ version }) => version > own).map(({ version }) => `since-${version}`);
    const hides = ['internal', 'host', 'since-unstable', ...later, ...gone((version) => version <= own)];
    return { name: own, hides };
  };
  return [
    { name: 'internal', hides: [] },
    { name: 'host', hides: ['internal'] },
    ...versions.map(dated),
    { name: 'unstable', hides: ['internal', 'host', ...gone(() => true)] },
  ];
}

/** Every view that is composed. */
export const VIEWS: readonly View[] = viewsOf(API_VERSIONS);

/** The five subgraphs, in the order they are composed. */
export const SUBGRAPH_NAMES = ['apps', 'catalog', 'checkout', 'payments', 'tasks'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];
