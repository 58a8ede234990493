import type { GraphQLError } from 'graphql';
import type { Context } from '#kit/context.ts';
import type { Json } from './merge.ts';

/** One running operation: its request and the data so far. */
export interface Run {
  readonly variables: Json;
  readonly context: Context;
  readonly errors: GraphQLError[];
  /** Null until the first response arrives; that response is then used directly. */
  data: Json | null;
}

/** A plan step. Returns a promise only if it has to wait. */
export type Step = (run: Run) => Promise<void> | undefined;
