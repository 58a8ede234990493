import type { RequestDetailQuery } from './generated.ts';

/** A request with all that its page shows. */
export type RequestDetail = NonNullable<RequestDetailQuery['bookingRequest']>;
