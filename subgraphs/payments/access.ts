import type { Caller } from '#kit/execute.ts';

/**
 * This subgraph in its own name, for one team: a guest chose an app or an app said that money arrived, but which app is called
 * and what it means to a booking is not theirs to decide. Other subgraphs let it do just that, to that team's rows.
 */
export const asPayments = ({ requestId }: Pick<Caller, 'requestId'>, teamId: number | string): Caller => ({
  viewer: { kind: 'payments', teamId: Number(teamId) },
  requestId,
});
