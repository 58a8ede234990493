/** Outcomes for a message to a channel, as its log shows them. */
export const MESSAGE_OUTCOMES = ['sending', 'waiting', 'accepted', 'partly_accepted', 'failed'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

/**
 * States for a connection's updates: no changes, changed nights, a message under way, or a late
 * acknowledgment pending (docs/interface/channels.md#push).
 */
export const UPDATE_STATES = ['idle', 'due', 'sending', 'waiting'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

interface Move {
  readonly from: readonly UpdateState[];
  /** The next state; `idle` becomes `due` if nights changed during the message or some must be sent again. */
  readonly to: UpdateState;
  /** The message's outcome; null if the move doesn't set or change one. */
  readonly outcome: MessageOutcome | null;
  /** True if the message's nights are sent again. */
  readonly takesBack: boolean;
}

const UNDER_WAY = ['sending', 'waiting'] as const;

/**
 * Table of moves. Every statement that changes a connection's updates or a message's outcome makes one of
 * these moves.
 */
export const UPDATE_MOVES = {
  /** While a message is under way, changed nights wait. */
  mark: { from: ['idle', 'due'], to: 'due', outcome: null, takesBack: false },
  claim: { from: ['due'], to: 'sending', outcome: 'sending', takesBack: false },
  /** The changed nights are past, beyond the horizon, or in rooms that the channel refuses. */
  drop: { from: ['due'], to: 'idle', outcome: null, takesBack: false },
  defer: { from: ['sending'], to: 'waiting', outcome: 'waiting', takesBack: false },
  accept: { from: UNDER_WAY, to: 'idle', outcome: 'accepted', takesBack: false },
  accept_partly: { from: UNDER_WAY, to: 'idle', outcome: 'partly_accepted', takesBack: false },
  fail: { from: UNDER_WAY, to: 'due', outcome: 'failed', takesBack: true },
  /**
   * The channel has declined further updates for the property: no message is due until a host resumes the
   * connection.
   */
  refuse: { from: ['sending'], to: 'idle', outcome: 'failed', takesBack: true },
  /** The lease ended without a response. */
  lapse: { from: UNDER_WAY, to: 'due', outcome: 'failed', takesBack: true },
} as const satisfies Readonly<Record<string, Move>>;
export type UpdateMove = keyof typeof UPDATE_MOVES;

/** Moves that end a message or wait for its acknowledgment. */
export type MessageMove = Exclude<UpdateMove, 'mark' | 'claim' | 'drop'>;
