import { type DirectiveNode, Kind, parse, print, visit } from 'graphql';
import type { Generated } from './operations.ts';

/**
 * An operation with what its conditions leave out not written, which it must be answered as; null where that is no operation,
 * because nothing is left of some selection. Apollo's executor is no measure of it: for what is left out it still asks for what
 * that requires, sends its variables, and fails with them.
 */
export function withoutConditions({ text, variables }: Generated): Generated | null {
  if (!/@(skip|include)\b/.test(text)) return { text, variables };
  // The conditions that are generated are variables.
  const holds = ({ name, arguments: given }: DirectiveNode): boolean => {
    const condition = given?.[0]?.value;
    const value = condition?.kind === Kind.VARIABLE && variables[condition.name.value];
    return (value === true) === (name.value === 'include');
  };
  const decide = <T extends { readonly directives?: readonly DirectiveNode[] | undefined }>(node: T) => {
    if (!node.directives?.length) return undefined;
    return node.directives.every(holds) ? { ...node, directives: [] } : null;
  };
  let isWhole = true;
  const document = visit(parse(text), {
    Field: decide,
    FragmentSpread: decide,
    InlineFragment: decide,
    SelectionSet: {
      leave({ selections }) {
        if (selections.length === 0) isWhole = false;
      },
    },
  });
  return isWhole ? { text: print(document), variables } : null;
}
