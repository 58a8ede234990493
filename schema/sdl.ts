import { readFileSync } from 'node:fs';
import { type DocumentNode, parse, visit } from 'graphql';
import { SUPERGRAPH_OF } from './generated/supergraphs.ts';
import type { SubgraphName } from './views.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

const textOf = (name: SubgraphName) => `${read('./shared.graphql')}\n${read(`./${name}.graphql`)}`;

/** The SDL of one subgraph as it is written: `shared.graphql` and its own file, `@access` included. */
export const subgraphSdl = (name: SubgraphName): DocumentNode => parse(textOf(name), { noLocation: true });

/** The same without `@access`, which the subgraph enforces and the supergraph does not need; its errors name lines. */
export function composableSdl(name: SubgraphName): DocumentNode {
  return visit(parse(textOf(name)), {
    Directive: (node) => (node.name.value === 'access' ? null : undefined),
    DirectiveDefinition: (node) => (node.name.value === 'access' ? null : undefined),
  });
}

/** The view under whose name the supergraph of a view is kept: equal views share one. */
export const supergraphOf = (view: string): string => SUPERGRAPH_OF[view] ?? view;

/** The committed supergraph of a view. */
export function supergraphSdl(view: string): string {
  return read(`./generated/${supergraphOf(view)}/supergraph.graphql`);
}

/** The committed API schema of a view: what its callers see. */
export function apiSdl(view: string): string {
  return read(`./generated/${view}/api.graphql`);
}
