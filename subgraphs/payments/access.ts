import { GraphQLError } from 'graphql';
import type { SubgraphContext } from '#db/context.ts';
import type { Caller } from '#kit/execute.ts';

/**
 * Creates a caller for this subgraph itself, limited to one team: a guest chose an app, or an app reported a
 * payment, but neither decides which app to call or the payment's effect on a booking. Other subgraphs allow
 * this caller to do exactly that, on the team's rows.
 */
export const asPayments = ({ requestId }: Pick<Caller, 'requestId'>, teamId: number | string): Caller => ({
  viewer: { kind: 'payments', teamId: Number(teamId) },
  requestId,
});

/** Returns the operator's account. Throws `ACCESS_DENIED` for anyone else. */
export function operatorId({ viewer }: Pick<SubgraphContext, 'viewer'>): number {
  if (viewer.kind === 'hostUser' && viewer.operator) return viewer.accountId;
  throw new GraphQLError('This field is for operators.', { extensions: { code: 'ACCESS_DENIED' } });
}
