import type { RequestDetailQuery } from './generated.ts';

/** A request with everything its page shows. */
export type RequestDetail = NonNullable<RequestDetailQuery['bookingRequest']>;
