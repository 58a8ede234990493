import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { NotCompilable } from './errors.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/**
 * Returns the fields that nodes select on an object type, with fragments expanded, in order and by response
 * name.
 */
export function collectFields(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode | OperationDefinitionNode, 'selectionSet'>[],
  fragments: Fragments,
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const opened = new Set<string>();

  const applies = (condition: string | undefined): boolean => {
    if (!condition || condition === type.name) return true;
    const conditionType = schema.getType(condition);
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
  };

  const collect = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      if (selection.directives?.length) throw new NotCompilable('a directive in the operation');
      if (selection.kind === 'Field') {
        const name = responseName(selection);
        const group = fields.get(name);
        if (group) group.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === 'InlineFragment') {
        if (applies(selection.typeCondition?.name.value)) collect(selection.selectionSet.selections);
      } else if (!opened.has(selection.name.value)) {
        opened.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment?.directives?.length) throw new NotCompilable('a directive in the operation');
        if (fragment && applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet.selections);
      }
    }
  };

  for (const node of nodes) if (node.selectionSet) collect(node.selectionSet.selections);
  return fields;
}

/** Names that plain objects already have (`constructor`, `__proto__`) can't be distinguished from data. */
function responseName({ alias, name }: FieldNode): string {
  const response = alias?.value ?? name.value;
  if (response in Object.prototype) throw new NotCompilable(`the name "${response}"`);
  return response;
}
