import type { TeamRole } from '../api/client.ts';

/** All team roles, with their names and purposes. */
export const ROLES: readonly { readonly role: TeamRole; readonly name: string; readonly text: string }[] = [
  { role: 'owner', name: 'Owner', text: 'Everything, including the team itself.' },
  { role: 'manager', name: 'Manager', text: 'Everything except secrets, paid apps and the team’s roles.' },
  {
    role: 'front_desk',
    name: 'Front desk',
    text: 'Bookings, guests and tasks; closes nights and marks bookings as paid.',
  },
  {
    role: 'housekeeping',
    name: 'Housekeeping',
    text: 'Today’s arrivals and departures, open tasks and their own tasks.',
  },
  { role: 'revenue', name: 'Revenue', text: 'Rates and the calendar; bookings without contact details.' },
  { role: 'developer', name: 'Developer', text: 'Only their own apps on this team.' },
];

/** Returns a role's name. */
export const roleName = (role: TeamRole): string => ROLES.find((one) => one.role === role)?.name ?? role;

/** Returns the roles to which someone with this role can invite people. */
export const invitableBy = (role: TeamRole) =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one.role !== 'owner' && one.role !== 'manager');
