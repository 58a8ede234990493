import type { ChangesWaitingQuery } from './generated.ts';

/** A guest's pending request to change a booking. */
export type WaitingChange = NonNullable<ChangesWaitingQuery['bookingChangeRequests']>[number];
