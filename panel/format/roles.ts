import { msg } from '@lingui/core/macro';
import type { TeamRole } from '../api/client.ts';
import { translated } from '../i18n/translated.ts';

/** All team roles, with their names and purposes. */
export const ROLES: readonly { readonly role: TeamRole; readonly name: string; readonly text: string }[] =
  translated([
    { role: 'owner', name: msg`Owner`, text: msg`Everything, including the team itself.` },
    {
      role: 'manager',
      name: msg`Manager`,
      text: msg`Everything except secrets, paid apps and the team’s roles.`,
    },
    {
      role: 'front_desk',
      name: msg`Front desk`,
      text: msg`Bookings, guests and tasks; closes nights and marks bookings as paid.`,
    },
    {
      role: 'housekeeping',
      name: msg`Housekeeping`,
      text: msg`Today’s arrivals and departures, open tasks and their own tasks.`,
    },
    {
      role: 'revenue',
      name: msg({ message: 'Revenue', context: 'role' }),
      text: msg`Rates and the calendar; bookings without contact details.`,
    },
    { role: 'developer', name: msg`Developer`, text: msg`Only their own apps on this team.` },
  ]);

/** Returns a role's name. */
export const roleName = (role: TeamRole): string => ROLES.find((one) => one.role === role)?.name ?? role;

/** Returns the roles to which someone with this role can invite people. */
export const invitableBy = (role: TeamRole) =>
  role === 'owner' ? ROLES : ROLES.filter((one) => one.role !== 'owner' && one.role !== 'manager');
