import type { GuestDetailQuery } from './generated.ts';

/** A guest, as shown on the page. */
export type GuestDetail = NonNullable<GuestDetailQuery['contact']>;
