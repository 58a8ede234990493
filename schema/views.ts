/** An audience for the supergraph: its name and the tags it hides. */
export interface View {
  readonly name: string;
  readonly hides: readonly string[];
}

/** A dated developer API version. */
export interface ApiVersion {
  /** `YYYY-MM`. */
  readonly version: string;
  /** False for a release candidate, which may gain fields until the first day of its month. */
  readonly final: boolean;
  /** Date from which responses include `Deprecation`; null while the version is current. */
  readonly deprecated: string | null;
  /** Last day of service, `YYYY-MM-DD`; 410 after that. Null while not set. */
  readonly sunset: string | null;
}

/** Dated versions, oldest first. A new version needs one line. */
export const API_VERSIONS = [
  { version: '2026-01', final: true, deprecated: null, sunset: null },
  { version: '2026-10', final: true, deprecated: null, sunset: null },
  { version: '2027-01', final: false, deprecated: null, sunset: null },
] as const satisfies readonly ApiVersion[];

/** The default for everything that can pin a version: the newest. An app keeps its first push's default. */
export const DEFAULT_API_VERSION: string = API_VERSIONS.reduce((_older, newer) => newer).version;

/** The default for apps that were first pushed before the default was stored with them. */
export const FIRST_API_VERSION: string = API_VERSIONS[0].version;

/** Returns the views for some dated versions, in the order of `schema/generated/`. */
export function viewsOf(versions: readonly ApiVersion[]): readonly View[] {
  const gone = (until: (version: string) => boolean) =>
    versions.filter(({ version }) => until(version)).map(({ version }) => `until-${version}`);
  /** Hides internal fields, host panel fields, later additions and earlier removals. */
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

/** Every composed view. */
export const VIEWS: readonly View[] = viewsOf(API_VERSIONS);

/** The five subgraphs, in composition order. */
export const SUBGRAPH_NAMES = ['apps', 'catalog', 'checkout', 'payments', 'tasks'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];
