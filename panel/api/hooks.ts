import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTeam } from '../layout/session.tsx';
import { mutate, query } from './client.ts';
import type { Operation } from './operation.ts';
import { useStepUp } from './step-up.ts';

export interface QueryOptions {
  /** Refetch interval while the page is visible. */
  readonly refreshMs?: number;
  /** False waits, for example until a choice is made. */
  readonly enabled?: boolean;
}

/** Refetch interval of pages that people wait on. */
export const LIVE_MS = 5_000;

/**
 * Reads an operation for the chosen team. The previous answer stays while another page or filter loads; any change made here
 * refetches everything of the team.
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

/** A page of a list as the API gives it. */
interface Connection<TNode> {
  readonly nodes: readonly TNode[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

interface ReadAllOptions<TVariables> extends QueryOptions {
  /** The variables of the operation, `after` left out; none if it has no other. */
  readonly variables?: Omit<TVariables, 'after'>;
}

/** At 100 entries per page, more than any team has: the stop for a list that never ends. */
const MOST_PAGES = 50;

/**
 * Reads every page of a list that is looked at as a whole, for example to choose from: its entries, each once, though the list
 * may change between two pages.
 */
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
    queryFn: async () => {
      const entries = new Map<string, TNode>();
      let after: string | null = null;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        // The two are all its variables.
        const listed = connectionOf(await query(operation, { ...variables, after } as TVariables, slug));
        for (const node of listed?.nodes ?? []) entries.set(node.id, node);
        if (!listed?.pageInfo.hasNextPage) break;
        after = listed.pageInfo.endCursor;
      }
      return [...entries.values()];
    },
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
  /** Whether it changes the person's teams: the session is then read again before anything else. */
  readonly changesTeams?: boolean;
}

/**
 * A mutation for the chosen team: `change.mutate(variables)`. Its error is `Refused` with the `userErrors`. Where the sign-in is too
 * long ago for it, the person is asked to confirm who they are, and it is sent again.
 */
export function useTeamMutation<TResult extends object, TVariables>(
  operation: Operation<TResult, TVariables>,
  { changesTeams = false }: ChangeOptions = {},
): UseMutationResult<TResult, Error, TVariables> {
  const { slug } = useTeam();
  const client = useQueryClient();
  const confirmed = useStepUp();
  return useMutation({
    mutationFn: (variables: TVariables) => confirmed(() => mutate(operation, variables, slug)),
    onSuccess: async () => {
      if (changesTeams) await client.invalidateQueries({ queryKey: ['session'] });
      await client.invalidateQueries({ queryKey: [slug] });
    },
  });
}
