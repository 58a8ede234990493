import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
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

/** A subgraph in this process: its fetches are compiled once by graphql-jit and run as plain function calls. */
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
  if (isConditionalMutation(source, operationName)) return interpret(schema, source, operationName);
  const { document, bind } = bindArguments(schema, source, operationName);
  const compilation = compileQuery(schema, document, operationName);
  if (!isCompiledQuery(compilation))
    throw compilation.errors?.[0] ?? new Error('The fetch does not compile.');
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

/** A skipped field gives its place among a mutation's fields to its next twin in graphql-js, but not in graphql-jit. */
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

/** A fetch that cannot be compiled answers with the reason: a literal, say, that is no value of its scalar. */
function attempt(compile: () => PreparedFetch): PreparedFetch {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return () => codedResult({ errors: [error] });
  }
}
