import { type FragmentDefinitionNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** A resolver's view of its operation. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/** Fields that lead from a page to its entries, and page fields that show no entry data. */
const TO_ENTRIES = new Set(['nodes', 'edges', 'node']);
const OF_PAGES = new Set(['__typename', 'cursor', 'pageInfo', 'totalCount']);

/** Results by an operation's field nodes, which stay the same for compiled operations. */
const known = new WeakMap<readonly object[], WeakMap<ReadonlySet<string>, boolean>>();

/** True if an operation selects only these fields on a field's object, or on its page's entries. */
export function selectsOnly({ fieldNodes, fragments }: SelectionInfo, fields: ReadonlySet<string>): boolean {
  const answers = known.get(fieldNodes) ?? new WeakMap<ReadonlySet<string>, boolean>();
  known.set(fieldNodes, answers);
  const before = answers.get(fields);
  if (before !== undefined) return before;
  const answer = fieldNodes.every(
    ({ selectionSet }) => !selectionSet || within(selectionSet, fields, fragments),
  );
  answers.set(fields, answer);
  return answer;
}

function within(
  { selections }: SelectionSetNode,
  fields: ReadonlySet<string>,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet, fields, fragments);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments[selection.name.value];
      return fragment !== undefined && within(fragment.selectionSet, fields, fragments);
    }
    const { name, selectionSet } = selection;
    if (selectionSet && TO_ENTRIES.has(name.value)) return within(selectionSet, fields, fragments);
    return OF_PAGES.has(name.value) || fields.has(name.value);
  });
}
