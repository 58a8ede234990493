import type { DataSource } from '#gateway/engine/data-source.ts';
import { createEngine, type Engine, type EngineOptions } from '#gateway/engine/engine.ts';
import { createPlans, createViewPlanner, type Planner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { overHttp } from '#gateway/remote/over-http.ts';
import { createSharing } from '#gateway/remote/sharing.ts';
import { type Config, ConfigError } from '#kit/config.ts';
import type { Keys, Vault } from '#kit/secrets.ts';
import { makeSubgraph, type Subgraph } from '#kit/subgraph.ts';
import { committedPlans } from '#schema/plans.ts';
import { apiSdl, subgraphSdl, supergraphOf, supergraphProblems, supergraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES, type SubgraphName } from '#schema/views.ts';
import { SUBGRAPHS } from './subgraphs.ts';

/** Every subgraph as this process reaches it, with an engine for each view. */
export interface Supergraph {
  /** The subgraph this process serves to others, if its role is `subgraph:<name>`. */
  readonly served: Subgraph | null;
  /** Returns a view's engine, created on first use. */
  readonly engine: (view: string) => Engine;
  /** Throws `NotReady` if the clock of a subgraph in another process differs from this one's. */
  readonly checkClocks: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenSupergraph {
  readonly config: Config;
  readonly vault: Vault;
  readonly contextFor: EngineOptions['contextFor'];
}

/** Returns the keys for viewer headers between our processes. */
export const viewerKeysOf = (vault: Vault): Keys => vault.derive('viewer-header');

/** Returns a subgraph's endpoint: its setting's URL, with `/graphql` if that has no path. */
const endpoint = (url: string) => (new URL(url).pathname === '/' ? new URL('/graphql', url).href : url);

/** Creates one value per name, even if this process opens the product several times. */
function onceForEach<Name, Made>(make: (name: Name) => Made): (name: Name) => Made {
  const made = new Map<Name, Made>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

// Neither the subgraphs nor the plans below store anything from a database or a caller.
const subgraphOf = onceForEach((name: SubgraphName) => {
  const { resolvers = {} } = SUBGRAPHS.find((subgraph) => subgraph.name === name) ?? {};
  return makeSubgraph(name, subgraphSdl(name), resolvers);
});
const INTERNAL = 'internal';
/** The internal view hides nothing. */
const plans = createPlans(
  () => supergraphSdl(INTERNAL),
  () => plannerOf(INTERNAL).apiSchema,
);
const plannerOf = onceForEach(
  (view: string): Planner =>
    createViewPlanner(plans, {
      apiSdl: apiSdl(view),
      supergraphSdl: () => supergraphSdl(view),
      ...(view === INTERNAL && { keptPlan: committedPlans() }),
    }),
);

/**
 * Opens subgraphs in process, or over HTTP if the settings name a URL; a subgraph's own process always runs
 * it in process. Throws a ConfigError if a supergraph doesn't match the generated code.
 */
export function openSupergraph({ config, vault, contextFor }: OpenSupergraph): Supergraph {
  const problems = supergraphProblems();
  if (problems.length > 0) throw new ConfigError(problems);
  const subgraphs = SUBGRAPH_NAMES.map(subgraphOf);
  const served = subgraphs.find(({ name }) => config.role === `subgraph:${name}`) ?? null;
  const sharing = createSharing();
  const dataSources = subgraphs.map((subgraph): DataSource => {
    const url =
      config.subgraphs === 'remote' && subgraph !== served ? config.subgraphUrls[subgraph.name] : undefined;
    if (!url) return inProcess(subgraph);
    return overHttp({
      name: subgraph.name,
      url: endpoint(url),
      viewerKey: viewerKeysOf(vault)[0],
      sharing: config.sharedSubgraphs.includes(subgraph.name) ? sharing : undefined,
    });
  });
  const engines = new Map<string, Engine>();
  const open = (view: string) => createEngine({ planner: plannerOf(view), dataSources, contextFor });
  return {
    served,
    engine(view) {
      const name = supergraphOf(view);
      const known = engines.get(name) ?? open(name);
      engines.set(name, known);
      return known;
    },
    async checkClocks() {
      await Promise.all(dataSources.map((source) => source.checkClock?.()));
    },
    async close() {
      await Promise.all(dataSources.map((source) => source.close()));
    },
  };
}
