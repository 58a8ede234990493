import type { GuestDetailQuery } from './generated.ts';

/** A guest as the page shows them. */
export type GuestDetail = NonNullable<GuestDetailQuery['contact']>;
