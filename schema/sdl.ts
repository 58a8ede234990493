import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DocumentNode, Kind, parse, visit } from 'graphql';
import { SUPERGRAPH_OF, SUPERGRAPH_SHA256 } from './generated/supergraphs.ts';
import type { SubgraphName } from './views.ts';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

/**
 * Returns a subgraph's SDL files, relative to `schema/`: one file, or one per module in its folder, with
 * `shared.graphql`.
 */
export const sdlFilesOf = (name: SubgraphName): readonly string[] => [
  'shared.graphql',
  ...globSync([`${name}.graphql`, `${name}/*.graphql`], { cwd: fileURLToPath(new URL('.', import.meta.url)) })
    .map((file) => file.replaceAll('\\', '/'))
    .sort(),
];

const textOf = (name: SubgraphName) =>
  sdlFilesOf(name)
    .map((file) => read(`./${file}`))
    .join('\n');

/** Returns one subgraph's SDL as written, including `@access`. */
export const subgraphSdl = (name: SubgraphName): DocumentNode =>
  withOneRoot(parse(textOf(name), { noLocation: true }));

/**
 * Returns the same SDL without `@access`, which the subgraph enforces and the supergraph doesn't need; errors
 * in it show line numbers.
 */
export function composableSdl(name: SubgraphName): DocumentNode {
  return visit(withOneRoot(parse(textOf(name))), {
    Directive: (node) => (node.name.value === 'access' ? null : undefined),
    DirectiveDefinition: (node) => (node.name.value === 'access' ? null : undefined),
  });
}

/** Modules extend `Query` and `Mutation`; this merges them into one type each. */
function withOneRoot(sdl: DocumentNode): DocumentNode {
  const roots = Map.groupBy(
    sdl.definitions.filter((node) => node.kind === Kind.OBJECT_TYPE_EXTENSION),
    (node) => node.name.value,
  );
  const merged = [...roots.values()].flatMap(([first, ...others]) =>
    first
      ? {
          ...first,
          kind: Kind.OBJECT_TYPE_DEFINITION as const,
          fields: [first, ...others].flatMap(({ fields = [] }) => fields),
        }
      : [],
  );
  const rest = sdl.definitions.filter((node) => node.kind !== Kind.OBJECT_TYPE_EXTENSION);
  return { ...sdl, definitions: [...merged, ...rest] };
}

/** Returns the view that a supergraph's file is named after: equal views share one file. */
export const supergraphOf = (view: string): string => SUPERGRAPH_OF[view] ?? view;

const supergraphFile = (name: string) => `generated/${name}/supergraph.graphql`;

/** Reads a view's supergraph. */
export const supergraphSdl = (view: string): string => read(`./${supergraphFile(supergraphOf(view))}`);

/** Returns a message for each supergraph file that is missing or doesn't match its committed digest. */
export const supergraphProblems = (digests = SUPERGRAPH_SHA256): readonly string[] =>
  Object.entries(digests).flatMap(([name, sha256]) => {
    const file = supergraphFile(name);
    if (digestOfFile(file) === sha256) return [];
    return [`schema/${file} is missing or stale. Run ${writtenBy(name)}.`];
  });

/** Returns the command that writes a view's supergraph: `npm run codegen` needs development dependencies. */
const writtenBy = (name: string) =>
  name === 'internal'
    ? '"npm run codegen"'
    : '"npm run prepare", or "npm run codegen" if you changed the schema';

function digestOfFile(file: string): string | null {
  try {
    return createHash('sha256')
      .update(read(`./${file}`))
      .digest('hex');
  } catch {
    return null;
  }
}

/** Reads a view's committed API schema, which its callers see. */
export function apiSdl(view: string): string {
  return read(`./generated/${view}/api.graphql`);
}
