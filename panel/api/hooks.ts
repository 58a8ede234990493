import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTeam } from '../shell/session.tsx';
import { mutate, query } from './client.ts';
import type { Operation } from './operation.ts';

export interface ReadOptions {
  /** Asks again this often while the page is visible. */
  readonly refreshMs?: number;
  /** False waits, for example until a choice is made. */
  readonly enabled?: boolean;
}

/** How often what people wait for is asked anew. */
export const LIVE_MS = 5_000;

/**
 * Reads an operation for the chosen team. The earlier answer stays while another page or filter loads; any change made here
 * reads everything of the team anew.
 */
export function useRead<TResult, TVariables>(
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
  { refreshMs, enabled = true }: ReadOptions = {},
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

export interface ChangeOptions {
  /** Whether it changes which teams the person belongs to: who is signed in is then read anew before anything else. */
  readonly changesTeams?: boolean;
}

/** A mutation for the chosen team: `change.mutate(variables)`. Its error is `Refused` where `userErrors` say why. */
export function useChange<TResult extends object, TVariables>(
  operation: Operation<TResult, TVariables>,
  { changesTeams = false }: ChangeOptions = {},
): UseMutationResult<TResult, Error, TVariables> {
  const { slug } = useTeam();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: TVariables) => mutate(operation, variables, slug),
    onSuccess: async () => {
      if (changesTeams) await client.invalidateQueries({ queryKey: ['session'] });
      await client.invalidateQueries({ queryKey: [slug] });
    },
  });
}
