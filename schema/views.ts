/** An audience of the supergraph: what it is called and which tags it hides. */
export interface View {
  readonly name: string;
  readonly hides: readonly string[];
}

/** Supported dated versions, oldest first, and the last day each answers. A new version is one line. */
export const API_VERSIONS = [
  { version: '2026-01', deprecated: null, sunset: null },
] as const satisfies readonly {
  readonly version: string;
  /** Date from which answers carry `Deprecation`; null while current. */
  readonly deprecated: string | null;
  /** Date after which it answers 410; null while none is set. */
  readonly sunset: string | null;
}[];

/** A dated view hides what is internal, what only the host panel sees, what came later and what had already gone. */
function dated(version: string): View {
  const later = API_VERSIONS.filter((other) => other.version > version).map(
    (other) => `since-${other.version}`,
  );
  const gone = API_VERSIONS.filter((other) => other.version <= version).map(
    (other) => `until-${other.version}`,
  );
  return { name: version, hides: ['internal', 'host', 'since-unstable', ...later, ...gone] };
}

/** Every view that is composed, in the order of `schema/generated/`. */
export const VIEWS: readonly View[] = [
  { name: 'internal', hides: [] },
  { name: 'host', hides: ['internal'] },
  ...API_VERSIONS.map(({ version }) => dated(version)),
  { name: 'unstable', hides: ['internal', 'host'] },
];

/** The five subgraphs, in the order they are composed. */
export const SUBGRAPH_NAMES = ['apps', 'catalog', 'checkout', 'payments', 'tasks'] as const;
export type SubgraphName = (typeof SUBGRAPH_NAMES)[number];
