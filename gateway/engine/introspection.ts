import {
  type DocumentNode,
  type ExecutionResult,
  executeSync,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { BAD_INPUT, coded } from './errors.ts';
import type { Json } from './merge.ts';

interface Request {
  readonly document: DocumentNode;
  readonly text: string;
  readonly operationName: string | undefined;
  readonly variables: Json;
}

/** A schema response: `data` as JSON, or the operation's errors. */
export type Introspected = { readonly json: Buffer } | { readonly failed: ExecutionResult };

/** Cache size per view in bytes: a few dozen standard introspection responses. */
const REMEMBERED = 8_000_000;

/**
 * Runs operations that only request the schema, from cache if repeated; null for all others. The schema never
 * changes while the process lives.
 */
export function createIntrospection(schema: GraphQLSchema): (request: Request) => Introspected | null {
  const answers = new LRUCache<string, Buffer>({ maxSize: REMEMBERED });
  const introspects = new WeakMap<SelectionSetNode, boolean>();
  return ({ document, text, operationName, variables }) => {
    const operation = getOperationAST(document, operationName);
    if (!operation) return null;
    const { selectionSet, variableDefinitions = [] } = operation;
    const only = introspects.get(selectionSet) ?? asksOnlyAboutSchema(document, selectionSet);
    introspects.set(selectionSet, only);
    if (!only) return null;
    const used = variableDefinitions.map(({ variable }) => variables[variable.name.value]);
    const key = JSON.stringify([operationName, used, text]);
    const known = answers.get(key);
    if (known) return { json: known };
    const { data, errors } = executeSync({ schema, document, operationName, variableValues: variables });
    if (errors) {
      return { failed: { ...(data && { data }), errors: errors.map((error) => coded(error, BAD_INPUT)) } };
    }
    const json = Buffer.from(JSON.stringify(data ?? null));
    answers.set(key, json, { size: key.length + json.length });
    return { json };
  };
}

function asksOnlyAboutSchema(document: DocumentNode, selectionSet: SelectionSetNode): boolean {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const seen = new Set<string>();
  const only = ({ selections }: SelectionSetNode): boolean =>
    selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value.startsWith('__');
      if (selection.kind === Kind.INLINE_FRAGMENT) return only(selection.selectionSet);
      const name = selection.name.value;
      if (seen.has(name)) return true; // its selections have been visited
      seen.add(name);
      const fragment = fragments.get(name);
      return fragment !== undefined && only(fragment.selectionSet);
    });
  return only(selectionSet);
}
