import type { DataSource } from '#gateway/data-source.ts';
import { createEngine, type Engine, type EngineOptions } from '#gateway/engine/engine.ts';
import { inProcess } from '#gateway/in-process.ts';
import type { Config } from '#kit/config.ts';
import { makeSubgraph, type Subgraph } from '#kit/subgraph.ts';
import { subgraphSdl, supergraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { ISLANDS } from './islands.ts';

/** Every subgraph as this process reaches it, and an engine for each view of them. */
export interface Supergraph {
  /** The subgraph this process serves to others, where its role is `subgraph:<name>`. */
  readonly served: Subgraph | null;
  /** The engine of a view; made on first use, then the same one. */
  readonly engine: (view: string) => Engine;
  readonly close: () => Promise<void>;
}

export interface OpenSupergraph {
  readonly config: Config;
  readonly contextFor: EngineOptions['contextFor'];
}

/** Subgraphs in process, or over HTTP where the settings name a URL; a subgraph's own process always has it at hand. */
export function openSupergraph({ config, contextFor }: OpenSupergraph): Supergraph {
  const subgraphs = SUBGRAPH_NAMES.map((name) =>
    makeSubgraph(name, subgraphSdl(name), ISLANDS.find((island) => island.name === name)?.resolvers ?? {}),
  );
  const served = subgraphs.find(({ name }) => config.role === `subgraph:${name}`) ?? null;
  const dataSources = subgraphs.map((subgraph): DataSource => {
    return inProcess(subgraph);
  });
  const engines = new Map<string, Engine>();
  return {
    served,
    engine(view) {
      const known =
        engines.get(view) ?? createEngine({ supergraphSdl: supergraphSdl(view), dataSources, contextFor });
      engines.set(view, known);
      return known;
    },
    async close() {
      await Promise.all(dataSources.map((source) => source.close()));
    },
  };
}
