import { type ValueNode, type VariableDefinitionNode, visit } from 'graphql';

/** The beginning of names that no variable of the operation has: this one, after as many underscores as it takes. */
export function unusedPrefix(definitions: readonly VariableDefinitionNode[], wanted: string): string {
  let prefix = wanted;
  while (definitions.some(({ variable }) => variable.name.value.startsWith(prefix))) prefix = `_${prefix}`;
  return prefix;
}

/** Whether a value as it is written has variables in it. */
export function hasVariables(value: ValueNode): boolean {
  let found = false;
  visit(value, {
    Variable() {
      found = true;
    },
  });
  return found;
}
