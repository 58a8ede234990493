import type { z } from 'zod';
import type { Operation } from '#kit/execute.ts';
import type { ProblemCode } from './problems.ts';

/** A request of an authenticated account, parsed. */
export interface Call<Body, Query> {
  readonly params: Readonly<Record<string, string>>;
  /** Slug in `X-Platform-Team`; empty on routes without a team. */
  readonly team: string;
  readonly body: Body;
  readonly query: Query;
  /** Origin by which this API was reached. */
  readonly origin: string;
  /** Runs an internal operation as the calling account. */
  readonly run: <Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
  ) => Promise<Result>;
  /** Whether the client has gone away, or this process is about to end. */
  readonly gone: () => boolean;
}

/** What the endpoints are about, in the order the document shows them. */
export const TAGS = {
  Teams: 'Teams of the account.',
  Apps: 'Apps of an account, pushed as manifests, one version at a time.',
  Listings: 'What hosts read about a public app in the app store, and its review.',
  Versions: 'Pushed versions, and which one is live.',
  Installs: 'An app on a team, with its runtime token and webhook secret.',
  Deliveries: 'Webhooks of an install: log, local forwarding and triggered events.',
} as const;
export type Tag = keyof typeof TAGS;

/** One endpoint of the management API: what it takes and answers, and the operation between. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under `/api/dev`, with `{parameters}`. */
  readonly path: string;
  readonly operationId: string;
  /** What it is about; `TAGS` describes it. */
  readonly tag: Tag;
  readonly summary: string;
  /** What the summary leaves out. */
  readonly description: string;
  /** Its own codes, beside those that follow from its input. */
  readonly problems: readonly ProblemCode[];
  /** Needs `X-Platform-Team`. */
  readonly team: boolean;
  /** Takes a manifest, whose own issues name text that cannot be stored. */
  readonly takesManifest: boolean;
  /** Counted apart from the other routes. */
  readonly bucket: 'requests' | 'polls';
  readonly status: 200 | 201;
  /** Where an answer may also be of something that was there already: whether this one was created, or else is 200. */
  readonly created: ((answer: unknown) => boolean) | null;
  readonly body: z.ZodType | null;
  readonly query: z.ZodObject | null;
  readonly answer: z.ZodType;
  readonly handle: (call: Call<unknown, unknown>) => Promise<unknown>;
}

/** Declares an endpoint; body, query and answer of `handle` have the types of their schemas. */
export function route<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  given: Pick<Route, 'method' | 'path' | 'operationId' | 'tag' | 'summary' | 'description'> &
    Partial<Pick<Route, 'problems' | 'team' | 'bucket' | 'status' | 'takesManifest'>> & {
      readonly body?: Body;
      readonly query?: Query;
      readonly answer: Answer;
      readonly created?: (answer: z.input<Answer>) => boolean;
      readonly handle: (call: Call<z.output<Body>, z.output<Query>>) => Promise<z.input<Answer>>;
    },
): Route {
  return {
    problems: [],
    team: false,
    takesManifest: false,
    bucket: 'requests',
    status: 200,
    ...given,
    body: given.body ?? null,
    query: given.query ?? null,
    // The plugin calls both with what these very schemas have parsed, and with what `handle` answers.
    created: (given.created as Route['created']) ?? null,
    handle: given.handle as Route['handle'],
  };
}
