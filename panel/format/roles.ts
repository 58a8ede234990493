import type { TeamRole } from '../api/client.ts';

/** All team roles, with their names and purposes. */
export const ROLES: readonly { readonly role: TeamRole; readonly name: string; readonly text: string }[] = [
  { role: 'owner', name: 'Owner', text: 'Everything, the team itself included.' },
  { role: 'manager', name: 'Manager', text: 'Everything but secrets, paid apps and the team’s roles.' },
  {
    role: 'front_desk',
    name: 'Front desk',
    text: 'Bookings, guests and tasks; closes nights and marks bookings as paid.',
  },
  {
    role: 'housekeeping',
    name: 'Housekeeping',
    text: 'Who arrives and leaves today, and the open and their own tasks.',
  },
  { role: 'revenue', name: 'Revenue', text: 'Rates and the calendar; bookings without contact data.' },
  { role: 'developer', name: 'Developer', text: 'Their own apps on this team, and nothing else.' },
];

/** Returns a role's name. */
export const roleName = (role: TeamRole): string => ROLES.find((one) => one.role === role)?.name ?? role;

/** Returns the roles that someone can invite people to. */
export const invitableBy = (role: TeamRole) =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one.role !== 'owner' && one.role !== 'manager');
