import type { Role } from '#kit/roles.ts';

/** Roles that can see bookings and get emails about them (docs/interface/teams.md#roles). */
export const BOOKING_READERS: readonly Role[] = ['owner', 'manager', 'front_desk', 'revenue'];

/** Roles that can read conversations and get emails about guests' messages. */
export const CONVERSATION_READERS: readonly Role[] = ['owner', 'manager', 'front_desk'];
