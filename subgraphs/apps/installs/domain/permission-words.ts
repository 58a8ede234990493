import type { CAPABILITIES, PAYMENT_CAPABILITIES, SCOPES } from '#manifest/vocabulary.ts';

/** A permission described for hosts: on the consent page, in the panel, in the app store and in a review. */
export interface PermissionWords {
  readonly title: string;
  /** Access it grants, in complete sentences. */
  readonly text: string;
}

type PermissionName =
  | (typeof SCOPES)[number]
  | (typeof CAPABILITIES)[number]
  | (typeof PAYMENT_CAPABILITIES)[number];

const TITLES: Readonly<Record<PermissionName, string>> = {
  read_bookings: 'See your bookings',
  write_bookings: 'Change your bookings',
  read_channels: 'See its channel connections',
  write_channels: 'Deliver a channel’s reservations',
  read_contacts: 'See your guests',
  write_contacts: 'Change your guests’ details',
  read_conversations: 'Read your messages',
  write_conversations: 'Write to your guests',
  read_housekeeping: 'See your units’ housekeeping',
  write_housekeeping: 'Change your units’ housekeeping',
  read_messages: 'See your automatic messages',
  write_messages: 'Change your automatic messages',
  read_payments: 'See your bookings’ accounts',
  write_payments: 'Record charges, payments and refunds',
  read_payment_sessions: 'See payments',
  write_payment_sessions: 'Take payments',
  read_properties: 'See your properties',
  write_properties: 'Change your properties',
  read_rates: 'See your rates and availability',
  write_rates: 'Change your rates and availability',
  read_reports: 'See your reports',
  read_tasks: 'See your tasks',
  write_tasks: 'Work on your tasks',
  act_as_assignment_provider: 'Assign people to your tasks',
  act_as_inbox_provider: 'Deliver your messages to and from guests',
  register_task_types: 'Add task types',
  refunds: 'Refund payments',
};

const NOT_YET = 'Not available yet.';

/**
 * Describes a scope or capability with phrases for the access it grants. `write_x` also grants and describes
 * `read_x`'s access; a permission without phrases isn't available yet. Unknown names are returned unchanged.
 */
export function permissionWords(
  name: string,
  opened: Readonly<Record<string, readonly string[]>>,
): PermissionWords {
  const own = opened[name] ?? [];
  const implied = name.startsWith('write_') ? (opened[`read_${name.slice('write_'.length)}`] ?? []) : [];
  const sees = implied.filter((phrase) => !own.includes(phrase));
  const text = [
    own.length > 0 ? sentence(own) : NOT_YET,
    ...(sees.length > 0 ? [`It can also see ${sees.join('; ')}.`] : []),
  ].join(' ');
  return { title: isKnown(name) ? TITLES[name] : name, text };
}

const isKnown = (name: string): name is PermissionName => Object.hasOwn(TITLES, name);

/** Joins phrases into one sentence. */
function sentence(phrases: readonly string[]): string {
  return `${capitalised(phrases.join('; '))}.`;
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Returns descriptions of the data that an app with these scopes can read through `read_x`, or through
 * `write_x`, which includes it.
 */
export const dataRead = (
  scopes: readonly string[],
  opened: Readonly<Record<string, readonly string[]>>,
): readonly string[] =>
  [...new Set(scopes.flatMap((scope) => opened[scope.replace(/^write_/, 'read_')] ?? []))].map(capitalised);
