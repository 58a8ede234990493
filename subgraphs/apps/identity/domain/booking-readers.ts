import type { Role } from '#kit/roles.ts';

/** Roles that may see bookings, and are written to about them (docs/interface/teams.md#roles). */
export const BOOKING_READERS: readonly Role[] = ['owner', 'manager', 'front_desk', 'revenue'];
