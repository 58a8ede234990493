import type { Role } from '#kit/roles.ts';

/** Roles that may see bookings, and are written to about them (docs/interface/teams.md#roles). */
export const BOOKING_READERS: readonly Role[] = ['owner', 'manager', 'front_desk', 'revenue'];

/** Roles that may read conversations, and are written to about messages of guests. */
export const CONVERSATION_READERS: readonly Role[] = ['owner', 'manager', 'front_desk'];
