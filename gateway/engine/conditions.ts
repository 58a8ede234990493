import {
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from 'graphql';
import { BAD_INPUT } from './errors.ts';
import type { Json } from './merge.ts';

/** A document with its conditions decided, and a key for the decisions. */
export interface Decided {
  readonly document: DocumentNode;
  readonly decisions: string;
}

/**
 * Decides every `@skip` and `@include` in a document using one request's variables, so that the planner never
 * sees conditions: it would follow every combination, and a kilobyte of them keeps it busy for seconds.
 * Returns a document without conditions unchanged. Returns errors (BAD_USER_INPUT) if a deciding variable
 * isn't a boolean.
 */
export function createDecide(): (
  document: DocumentNode,
  operationName: string | undefined,
  variables: Json,
) => Decided | { readonly errors: readonly GraphQLError[] } {
  const known = new WeakMap<DocumentNode, Conditions>();
  return (document, operationName, variables) => {
    const conditions = known.get(document) ?? conditionsOf(document);
    known.set(document, conditions);
    if (!conditions.any) return { document, decisions: '' };
    const values = new Map<string, boolean>();
    for (const { variable, defaultValue } of getOperationAST(document, operationName)?.variableDefinitions ??
      []) {
      const name = variable.name.value;
      if (!conditions.variables.has(name)) continue;
      const value = Object.hasOwn(variables, name) ? variables[name] : defaultOf(defaultValue);
      if (typeof value !== 'boolean') return { errors: [undecided(name)] };
      values.set(name, value);
    }
    const decisions = [...values].map(([name, value]) => `${name}=${value}`).join(' ');
    return { document: withoutConditions(document, values), decisions };
  };
}

/** Removes conditions on literals; conditions on variables stay. For our operations, which are planned once. */
export const decideLiterals = (document: DocumentNode): DocumentNode =>
  withoutConditions(document, new Map());

interface Conditions {
  readonly any: boolean;
  readonly variables: ReadonlySet<string>;
}

function conditionsOf(document: DocumentNode): Conditions {
  const variables = new Set<string>();
  let any = false;
  visit(document, {
    Directive(directive) {
      if (!isCondition(directive)) return;
      any = true;
      const value = directive.arguments?.[0]?.value;
      if (value?.kind === Kind.VARIABLE) variables.add(value.name.value);
    },
  });
  return { any, variables };
}

const defaultOf = (node: ValueNode | undefined) => (node?.kind === Kind.BOOLEAN ? node.value : undefined);

const undecided = (name: string) =>
  new GraphQLError(`Variable "$${name}" is used in a condition, so it must be true or false.`, {
    extensions: { code: BAD_INPUT },
  });

/** Keeps conditions on variables without a value. */
function withoutConditions(document: DocumentNode, values: ReadonlyMap<string, boolean>): DocumentNode {
  const decisionOf = (condition: ValueNode | undefined): boolean | undefined =>
    condition?.kind === Kind.VARIABLE
      ? values.get(condition.name.value)
      : condition?.kind === Kind.BOOLEAN && condition.value;
  const isDecided = (directive: DirectiveNode): boolean =>
    isCondition(directive) && decisionOf(directive.arguments?.[0]?.value) !== undefined;
  const holds = ({ name, arguments: given }: DirectiveNode): boolean =>
    decisionOf(given?.[0]?.value) === (name.value === 'include');
  /** Undefined keeps the selection unchanged; null removes it. */
  const decide = <T extends { readonly directives?: readonly DirectiveNode[] | undefined }>(node: T) => {
    const decided = node.directives?.filter(isDecided) ?? [];
    if (!decided.length) return undefined;
    if (!decided.every(holds)) return null;
    return { ...node, directives: node.directives?.filter((directive) => !isDecided(directive)) };
  };
  return visit(document, {
    Field: decide,
    FragmentSpread: decide,
    InlineFragment: decide,
    SelectionSet: {
      leave: (node): SelectionSetNode | undefined => (node.selections.length ? undefined : EMPTY),
    },
  });
}

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include';

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
const NEVER: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: name('include'),
  arguments: [{ kind: Kind.ARGUMENT, name: name('if'), value: { kind: Kind.BOOLEAN, value: false } }],
};
const NOTHING: FieldNode = { kind: Kind.FIELD, name: name('__typename'), directives: [NEVER] };
/** An empty selection, which can't be written any other way in GraphQL. */
const EMPTY: SelectionSetNode = { kind: Kind.SELECTION_SET, selections: [NOTHING] };
