/** States of a stay; `StayState` in the SDL (docs/interface/stays.md#states). */
export const STAY_STATES = ['expected', 'in_house', 'departed', 'no_show'] as const;
export type StayState = (typeof STAY_STATES)[number];

/** Moves of a stay, by the desk or assumed at the property's times. */
export type StayMove = 'checkIn' | 'undoCheckIn' | 'checkOut' | 'undoCheckOut' | 'noShow';

/** Allowed moves. Only an assumed arrival can still turn out to be a no-show. */
export const STAY_MOVES: Readonly<
  Record<StayMove, { readonly from: readonly StayState[]; readonly to: StayState }>
> = {
  checkIn: { from: ['expected', 'no_show'], to: 'in_house' },
  undoCheckIn: { from: ['in_house'], to: 'expected' },
  checkOut: { from: ['in_house'], to: 'departed' },
  undoCheckOut: { from: ['departed'], to: 'in_house' },
  noShow: { from: ['expected', 'in_house'], to: 'no_show' },
};

/**
 * Decides a move: make it, confirm an assumed state with the actual time, accept a repetition, or refuse it.
 */
export function decideStay(
  { state, isAssumed }: { readonly state: StayState; readonly isAssumed: boolean },
  move: StayMove,
): 'make' | 'confirm' | 'made' | 'refuse' {
  const { from, to } = STAY_MOVES[move];
  if (move === 'noShow' && state === 'in_house' && !isAssumed) return 'refuse';
  if (from.includes(state)) return 'make';
  if (state !== to) return 'refuse';
  return isAssumed && (move === 'checkIn' || move === 'checkOut') ? 'confirm' : 'made';
}
