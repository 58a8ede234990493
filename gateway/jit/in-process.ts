import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type InlineFragmentNode,
  Kind,
  parse,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { isErrors } from '../engine/coerce.ts';
import type { DataSource, PreparedFetch } from '../engine/data-source.ts';
import { codedResult, failed } from '../engine/errors.ts';
import { bindArguments } from './arguments.ts';
import { prepareForJit } from './schema.ts';

/**
 * Runs a subgraph in this process: graphql-jit compiles each fetch once, and fetches run as plain function
 * calls.
 */
export function inProcess({
  name,
  schema,
}: {
  readonly name: string;
  readonly schema: GraphQLSchema;
}): DataSource {
  prepareForJit(schema);
  return {
    name,
    prepare: (queryText, operationName) => attempt(() => compileFetch(schema, queryText, operationName)),
    close: async () => {},
  };
}

function compileFetch(
  schema: GraphQLSchema,
  queryText: string,
  operationName: string | undefined,
): PreparedFetch {
  const source = parse(queryText, { noLocation: true });
  if (isConditionalMutation(source, operationName) || hasConditionalTwin(source)) {
    return interpret(schema, source, operationName);
  }
  const { document, bind } = bindArguments(schema, source, operationName);
  const compilation = compileQuery(schema, document, operationName);
  if (!isCompiledQuery(compilation)) throw compilation.errors?.[0] ?? new Error("The fetch doesn't compile.");
  const { query } = compilation;
  return (variables, context) => {
    try {
      const bound = bind(variables);
      if (isErrors(bound)) return codedResult({ errors: bound });
      const answer: ExecutionResult | Promise<ExecutionResult> = query({}, context, bound);
      return answer instanceof Promise ? answer.then(codedResult, failed) : codedResult(answer);
    } catch (error) {
      return failed(error);
    }
  };
}

/** In graphql-js, a skipped mutation field passes its position to its next twin; in graphql-jit it doesn't. */
function isConditionalMutation(document: DocumentNode, operationName: string | undefined): boolean {
  if (getOperationAST(document, operationName)?.operation !== 'mutation') return false;
  let conditional = false;
  visit(document, {
    Directive() {
      conditional = true;
    },
  });
  return conditional;
}

/**
 * Returns true if fields with the same response name have selections, and some can be skipped: graphql-jit
 * resolves a skipped field's selections for its twin. Compares names across the whole document without
 * resolving fragments, so it interprets a few documents needlessly.
 */
function hasConditionalTwin(document: DocumentNode): boolean {
  const times = new Map<string, number>();
  const conditional = new Set<string>();
  let conditions = 0;
  const isConditional = ({ directives }: { readonly directives?: readonly unknown[] | undefined }) =>
    directives !== undefined && directives.length > 0;
  const enter = (node: FieldNode | InlineFragmentNode) => {
    if (isConditional(node)) conditions += 1;
    if (node.kind !== Kind.FIELD || !node.selectionSet) return;
    const name = node.alias?.value ?? node.name.value;
    times.set(name, (times.get(name) ?? 0) + 1);
    if (conditions > 0) conditional.add(name);
  };
  const leave = (node: FieldNode | InlineFragmentNode) => {
    if (isConditional(node)) conditions -= 1;
  };
  let hasConditionalSpread = false;
  visit(document, {
    Field: { enter, leave },
    InlineFragment: { enter, leave },
    FragmentSpread(node) {
      if (isConditional(node)) hasConditionalSpread = true;
    },
  });
  return hasConditionalSpread || [...conditional].some((name) => (times.get(name) ?? 0) > 1);
}

function interpret(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): PreparedFetch {
  const [misfit] = validate(schema, document, [ValuesOfCorrectTypeRule]);
  if (misfit) throw misfit;
  return async (variables, contextValue) => {
    try {
      return codedResult(
        await execute({ schema, document, operationName, variableValues: { ...variables }, contextValue }),
      );
    } catch (error) {
      return failed(error);
    }
  };
}

/** If compilation fails, the fetch returns the reason, e.g. a literal that isn't valid for its scalar. */
function attempt(compile: () => PreparedFetch): PreparedFetch {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return () => codedResult({ errors: [error] });
  }
}
