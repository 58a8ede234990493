import { type ValueNode, type VariableDefinitionNode, visit } from 'graphql';

/**
 * Returns a prefix that no variable in the operation starts with: this one, after as many underscores as
 * necessary.
 */
export function unusedPrefix(definitions: readonly VariableDefinitionNode[], wanted: string): string {
  let prefix = wanted;
  while (definitions.some(({ variable }) => variable.name.value.startsWith(prefix))) prefix = `_${prefix}`;
  return prefix;
}

/** True if a literal value contains variables. */
export function hasVariables(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable() {
      found = true;
    },
  });
  return found;
}
