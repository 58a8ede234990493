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
