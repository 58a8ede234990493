import { type DirectiveNode, Kind, parse, print, visit } from 'graphql';
import type { Generated } from './operations.ts';

/**
 * Rewrites an operation without the parts that its conditions omit: the response must be the same. Null if a
 * selection would be empty, so the rest isn't an operation. Apollo's executor isn't a reference here: it
 * still requests an omitted part's requirements, sends its variables, and fails with them.
 */
export function withoutConditions({ text, variables }: Generated): Generated | null {
  if (!/@(skip|include)\b/.test(text)) return { text, variables };
  // Generated conditions are always variables.
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
