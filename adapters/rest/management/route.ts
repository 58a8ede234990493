import type { z } from 'zod';
import type { Operation } from '#kit/execute.ts';
import type { ProblemCode } from './problems.ts';

/** An authenticated account's parsed request. */
export interface Call<Body, Query> {
  readonly params: Readonly<Record<string, string>>;
  /** Slug in `X-Platform-Team`; empty on routes that need no team. */
  readonly team: string;
  readonly body: Body;
  readonly query: Query;
  /** Origin used to reach this API. */
  readonly origin: string;
  /** Runs an internal operation as the calling account. */
  readonly run: <Result, Variables>(
    operation: Operation<Result, Variables>,
    variables: Variables,
  ) => Promise<Result>;
  /** True if the client has disconnected or this process is shutting down. */
  readonly gone: () => boolean;
}

/** Endpoint topics, in document order. */
export const TAGS = {
  Teams: 'Teams of the account.',
  Apps: 'Apps of an account, pushed as manifests, one version at a time.',
  Listings: "A public app's texts and pictures in the app store, and their review.",
  Themes: 'Themes of an account, pushed as zips, one version at a time.',
  Versions: 'Pushed versions, including the live one.',
  Installs: 'An app on a team, with its runtime token and webhook secret.',
  Deliveries: 'Webhooks of an install: log, local forwarding and triggered events.',
} as const;
export type Tag = keyof typeof TAGS;

/** A management API endpoint: its input, its output and the operation between them. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under `/api/dev`, with `{parameters}`. */
  readonly path: string;
  readonly operationId: string;
  /** Topic, described in `TAGS`. */
  readonly tag: Tag;
  readonly summary: string;
  /** Details beyond the summary. */
  readonly description: string;
  /** The route's own codes, in addition to codes implied by its input. */
  readonly problems: readonly ProblemCode[];
  /** Needs `X-Platform-Team`. */
  readonly team: boolean;
  /** Accepts a manifest, whose own validation reports unstorable text. */
  readonly takesManifest: boolean;
  /** Accepts a zip as its body, which `handle` gets in Base64. */
  readonly takesZip: boolean;
  /** Rate limit that the route counts against. */
  readonly bucket: 'requests' | 'polls';
  readonly status: 200 | 201;
  /**
   * Returns true if the response's object was created, for a route that can also return an existing object;
   * if it returns false, the status is 200. Null for other routes.
   */
  readonly created: ((answer: unknown) => boolean) | null;
  readonly body: z.ZodType | null;
  readonly query: z.ZodObject | null;
  readonly answer: z.ZodType;
  readonly handle: (call: Call<unknown, unknown>) => Promise<unknown>;
}

/** Declares an endpoint; `handle` is typed by its schemas for body, query and result. */
export function route<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  given: Pick<Route, 'method' | 'path' | 'operationId' | 'tag' | 'summary' | 'description'> &
    Partial<Pick<Route, 'problems' | 'team' | 'bucket' | 'status' | 'takesManifest' | 'takesZip'>> & {
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
    takesZip: false,
    bucket: 'requests',
    status: 200,
    ...given,
    body: given.body ?? null,
    query: given.query ?? null,
    // The plugin calls both with values parsed by these schemas and with the result from `handle`.
    created: (given.created as Route['created']) ?? null,
    handle: given.handle as Route['handle'],
  };
}
