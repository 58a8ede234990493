import type { PluginFunction } from '@graphql-codegen/plugin-helpers';
import {
  type DefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql';

const pascal = (name: string) => name[0]?.toUpperCase() + name.slice(1);

/**
 * Codegen plugin: writes every named operation as a `kit/execute.ts` Operation, with a text that contains
 * only the operation and its fragments, in a separate file from the command or tool that runs it. `export
 * const stayHoldDocument: Operation<StayHoldMutation, StayHoldMutationVariables> = { text: '...' }`.
 */
export const plugin: PluginFunction<{ readonly operationModule: string }> = (_schema, documents, config) => {
  const definitions = documents.flatMap(({ document }) => document?.definitions ?? []);
  const fragments = new Map(
    definitions.filter(isFragment).map((fragment) => [fragment.name.value, fragment]),
  );
  return {
    prepend: [`import type { Operation } from '${config.operationModule}';`],
    content: definitions
      .filter(isOperation)
      .map((operation) => constant(operation, fragments))
      .join('\n'),
  };
};

const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode =>
  node.kind === Kind.FRAGMENT_DEFINITION;
const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION;

function constant(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  const name = operation.name?.value;
  if (!name) throw new Error('Every operation needs a name.');
  const type = `${pascal(name)}${pascal(operation.operation)}`;
  const used = [operation, ...reachable(operation, fragments)].map(print).join('\n');
  const text = JSON.stringify(stripIgnoredCharacters(used));
  return `export const ${name}Document: Operation<${type}, ${type}Variables> = { text: ${text} };`;
}

function reachable(
  from: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found = new Set<FragmentDefinitionNode>(),
): Set<FragmentDefinitionNode> {
  visit(from, {
    FragmentSpread(spread) {
      const fragment = fragments.get(spread.name.value);
      if (!fragment) throw new Error(`No fragment is called ${spread.name.value}.`);
      if (found.has(fragment)) return;
      found.add(fragment);
      reachable(fragment, fragments, found);
    },
  });
  return found;
}
