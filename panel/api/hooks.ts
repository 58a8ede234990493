import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { useTeam } from '../layout/session.tsx';
import { mutate, query } from './client.ts';
import type { Operation } from './operation.ts';
import { useStepUp } from './step-up.ts';

export interface QueryOptions {
  /** Refetch interval while the page is visible. */
  readonly refreshMs?: number;
  /** False delays the query, e.g. until the person makes a choice. */
  readonly enabled?: boolean;
}

/** Refetch interval for pages that people wait on. */
export const LIVE_MS = 5_000;

/**
 * Reads an operation for the chosen team. The previous result stays while another page or filter loads; any
 * change made in this tab refetches all of the team's data.
 */
export function useTeamQuery<TResult, TVariables>(
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
  { refreshMs, enabled = true }: QueryOptions = {},
): UseQueryResult<TResult> {
  const { slug } = useTeam();
  return useQuery({
    queryKey: [slug, operation.text, variables],
    queryFn: () => query(operation, variables, slug),
    enabled,
    placeholderData: (previous, before) =>
      before?.queryKey[0] === slug ? keepPreviousData(previous) : undefined,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
}

/** A page of a list, as the API returns it. */
interface Connection<TNode> {
  readonly nodes: readonly TNode[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

interface ReadAllOptions<TVariables> extends QueryOptions {
  /** The operation's variables without `after`; undefined if it has no others. */
  readonly variables?: Omit<TVariables, 'after'>;
}

/** Stops the loop if a list never ends: 5,000 entries at 100 per page, more than any team can choose from. */
const MOST_PAGES = 50;

/** Reads every page of a list, and each entry once, even if the list changes between two pages. */
export async function readEveryPage<
  TResult,
  TVariables extends { readonly after?: string | null | undefined },
  TNode,
>(
  operation: Operation<TResult, TVariables>,
  variables: Omit<TVariables, 'after'> | undefined,
  slug: string,
  connectionOf: (result: TResult) => Connection<TNode> | null,
  keyOf: (node: TNode) => string,
): Promise<readonly TNode[]> {
  const entries = new Map<string, TNode>();
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    // `TVariables` is `after` plus `variables`.
    const listed = connectionOf(await query(operation, { ...variables, after } as TVariables, slug));
    for (const node of listed?.nodes ?? []) entries.set(keyOf(node), node);
    if (!listed?.pageInfo.hasNextPage) break;
    after = listed.pageInfo.endCursor;
  }
  return [...entries.values()];
}

/** Reads every page of a list that people need as a whole, e.g. to choose from. */
export function useTeamQueryAll<
  TResult,
  TVariables extends { readonly after?: string | null | undefined },
  TNode extends Entry,
>(
  operation: Operation<TResult, TVariables>,
  connectionOf: (result: TResult) => Connection<TNode> | null,
  { refreshMs, enabled = true, variables }: ReadAllOptions<TVariables> = {},
): UseQueryResult<readonly TNode[]> {
  const { slug } = useTeam();
  return useQuery({
    queryKey: [slug, operation.text, 'every page', variables],
    queryFn: () => readEveryPage(operation, variables, slug, connectionOf, ({ id }) => id),
    enabled,
    placeholderData: (previous, before) =>
      before?.queryKey[0] === slug ? keepPreviousData(previous) : undefined,
    ...(refreshMs !== undefined && { refetchInterval: refreshMs }),
  });
}

interface Entry {
  readonly id: string;
}

export interface ChangeOptions {
  /** Set if the mutation changes which teams the person is on: the session is then reloaded first. */
  readonly changesTeams?: boolean;
}

/**
 * A mutation for the chosen team: `change.mutate(variables)`. Its error is `Refused` with the `userErrors`.
 * If the person signed in too long ago, they confirm their identity and the mutation is sent again. Until the
 * answer arrives, the same change isn't sent twice: browsers can deliver a second Enter before the page has
 * disabled the button.
 */
export function useTeamMutation<TResult extends object, TVariables>(
  operation: Operation<TResult, TVariables>,
  { changesTeams = false }: ChangeOptions = {},
): UseMutationResult<TResult, Error, TVariables> {
  const { slug } = useTeam();
  const client = useQueryClient();
  const confirmed = useStepUp();
  const sent = useRef(new Map<string, Promise<TResult>>());
  return useMutation({
    mutationFn: (variables: TVariables) => {
      const change = JSON.stringify(variables);
      const answer =
        sent.current.get(change) ??
        confirmed(() => mutate(operation, variables, slug)).finally(() => sent.current.delete(change));
      sent.current.set(change, answer);
      return answer;
    },
    onSuccess: async () => {
      if (changesTeams) await client.invalidateQueries({ queryKey: ['session'] });
      await client.invalidateQueries({ queryKey: [slug] });
    },
  });
}
