import type { z } from 'zod';
import type { Operation } from '#kit/execute.ts';

/** A request of an authenticated account, parsed. */
export interface Call<Body, Query> {
  readonly params: Readonly<Record<string, string>>;
  /** Slug in `X-Platform-Team`; empty on routes without a team. */
  readonly team: string;
  readonly body: Body;
  readonly query: Query;
  /** Origin by which this API was reached. */
  readonly origin: string;
  /** Runs an internal operation as the account that asks. */
  readonly run: <Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
  ) => Promise<Result>;
  /** Whether the client has gone away. */
  readonly gone: () => boolean;
}

/** One endpoint of the management API: what it takes and answers, and the operation between. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path under `/api/dev`, with `{parameters}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Needs `X-Platform-Team`. */
  readonly team: boolean;
  /** Counted apart from the other routes. */
  readonly bucket: 'requests' | 'polls';
  readonly status: 200 | 201;
  readonly body: z.ZodType | null;
  readonly query: z.ZodObject | null;
  readonly answer: z.ZodType;
  readonly handle: (call: Call<unknown, unknown>) => Promise<unknown>;
}

/** Says what an endpoint is; body, query and answer of `handle` have the types of their schemas. */
export function route<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  given: Pick<Route, 'method' | 'path' | 'operationId' | 'summary'> &
    Partial<Pick<Route, 'team' | 'bucket' | 'status'>> & {
      readonly body?: Body;
      readonly query?: Query;
      readonly answer: Answer;
      readonly handle: (call: Call<z.output<Body>, z.output<Query>>) => Promise<z.input<Answer>>;
    },
): Route {
  return {
    team: false,
    bucket: 'requests',
    status: 200,
    ...given,
    body: given.body ?? null,
    query: given.query ?? null,
    // The plugin calls it with what these very schemas have parsed.
    handle: given.handle as Route['handle'],
  };
}
