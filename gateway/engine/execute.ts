import { setImmediate } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import { type Caller, type Execute, type Operation, OperationError } from '#kit/execute.ts';
import type { Engine, PreparedOperation } from './engine.ts';
import { INTERNAL, rootCause } from './errors.ts';

/** `Execute` on one view, with a way to compile its operations before the first request. */
export interface InternalExecution {
  readonly execute: Execute;
  /**
   * Plans and compiles operations that haven't run yet, one at a time between requests, until `signal`
   * aborts. Rejects with GraphQLError if one isn't valid in this view.
   */
  readonly prepareAll: (operations: Iterable<Operation<never, never>>, signal?: AbortSignal) => Promise<void>;
}

/**
 * Creates internal operations on an engine. Each text is planned and compiled once; the texts are our own, so
 * they're few and fixed.
 */
export function createExecute(engine: Engine): InternalExecution {
  const prepared = new Map<string, PreparedOperation>();

  const prepare = (text: string): PreparedOperation => {
    const known = prepared.get(text);
    if (known) return known;
    const operation = engine.prepare(text);
    prepared.set(text, operation);
    return operation;
  };

  return {
    async execute<TResult, TVariables>(
      operation: Operation<TResult, TVariables>,
      variables: TVariables,
      { viewer, requestId }: Caller,
    ): Promise<TResult> {
      const run = prepare(operation.text).run;
      // Codegen derives TVariables from the operation's text; the engine checks them against the same text.
      const { data, errors } = await run(variables as Record<string, unknown>, {
        viewer,
        requestId,
        apiVersion: null,
      });
      const [problem] = errors ?? [];
      if (problem) throw asOperationError(problem);
      if (!data) throw new OperationError('The operation has no result.', { code: INTERNAL });
      // Codegen derives TResult from the operation's text, and the engine shaped the data by the same text.
      return data as TResult;
    },
    async prepareAll(operations, signal) {
      for (const { text } of operations) {
        if (signal?.aborted) return;
        if (prepared.has(text)) continue;
        prepare(text);
        await setImmediate();
      }
    },
  };
}

function asOperationError(error: GraphQLError): OperationError {
  const { code } = error.extensions;
  return new OperationError(error.message, {
    code: typeof code === 'string' ? code : INTERNAL,
    path: error.path ?? [],
    extensions: error.extensions,
    cause: rootCause(error),
  });
}
