/** Outcomes of a message to a channel, as its log shows them. */
export const MESSAGE_OUTCOMES = ['sending', 'waiting', 'accepted', 'partly_accepted', 'failed'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

/**
 * States of a connection's updates: nothing has changed, nights have changed, a message is under way, or the channel will acknowledge
 * one later (docs/interface/channels.md#push).
 */
export const UPDATE_STATES = ['idle', 'due', 'sending', 'waiting'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

interface Move {
  readonly from: readonly UpdateState[];
  /** The state afterwards; `idle` is `due` if nights changed meanwhile or some must be sent again. */
  readonly to: UpdateState;
  /** Outcome that the message gets; null if the move makes or changes none. */
  readonly outcome: MessageOutcome | null;
  /** The nights that the message had are sent again. */
  readonly takesBack: boolean;
}

const UNDER_WAY = ['sending', 'waiting'] as const;

/** The table of moves. Every statement that changes a connection's updates or the outcome of a message makes one of them. */
export const UPDATE_MOVES = {
  /** While a message is under way, changed nights wait. */
  mark: { from: ['idle', 'due'], to: 'due', outcome: null, takesBack: false },
  claim: { from: ['due'], to: 'sending', outcome: 'sending', takesBack: false },
  /** Nights that changed are past, beyond the horizon, or of rooms that the channel refuses. */
  drop: { from: ['due'], to: 'idle', outcome: null, takesBack: false },
  defer: { from: ['sending'], to: 'waiting', outcome: 'waiting', takesBack: false },
  accept: { from: UNDER_WAY, to: 'idle', outcome: 'accepted', takesBack: false },
  accept_partly: { from: UNDER_WAY, to: 'idle', outcome: 'partly_accepted', takesBack: false },
  fail: { from: UNDER_WAY, to: 'due', outcome: 'failed', takesBack: true },
  /** The channel no longer wants the property's updates: nothing is due until a host resumes the connection. */
  refuse: { from: ['sending'], to: 'idle', outcome: 'failed', takesBack: true },
  /** The lease ended without an answer. */
  lapse: { from: UNDER_WAY, to: 'due', outcome: 'failed', takesBack: true },
} as const satisfies Readonly<Record<string, Move>>;
export type UpdateMove = keyof typeof UPDATE_MOVES;

/** Moves that end a message, or say that it will be acknowledged. */
export type MessageMove = Exclude<UpdateMove, 'mark' | 'claim' | 'drop'>;
