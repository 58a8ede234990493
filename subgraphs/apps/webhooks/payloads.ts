import { z } from 'zod';
import type { InstallTopic } from './store/tell-install.ts';
import type { EventTopic } from './topics.ts';

/** A webhook topic as developers read about it: when it is sent, and what `resource` holds. */
export interface TopicDescription {
  /** A whole sentence. */
  readonly when: string;
  readonly resource: z.ZodObject;
}

const id = z.int().positive();
const version = z.int().positive().describe('Grows with every change: a webhook that comes late is older.');
const date = z.iso.date();

const TaskStatus = z.enum(['open', 'assigned', 'in_progress', 'completed', 'verified', 'cancelled']);

const Task = z.object({
  type: z.literal('task'),
  id: id.describe('The same digits as `Task.id` in GraphQL.'),
  version,
  task_type: z.string().describe('For example `cleaning`.'),
  canonical_status: TaskStatus,
  property_id: id,
  booking_id: id.nullable(),
  due_at: z.iso.datetime().nullable(),
});

const Booking = z.object({
  type: z.literal('booking'),
  id,
  version,
  reference: z.string().describe('Reference for the guest, for example `BK-7Q4M2XAB`.'),
  status: z.enum(['held', 'confirmed', 'released', 'cancelled']),
  property_id: id,
  check_in: date,
  check_out: date,
  party: z.object({ adults: z.int(), children: z.int() }).describe('All guests of all lines.'),
  lines: z
    .array(z.object({ unit_type_id: id.nullable(), quantity: z.int().positive() }))
    .describe('What was booked: units of unit types.'),
});

const Contact = z.object({
  type: z.literal('contact'),
  id: id.describe('The same digits as `Contact.id` in GraphQL.'),
  version,
});

const Property = z.object({
  type: z.literal('property'),
  id,
  version,
  guest_ready: z.boolean().describe('Whether it is clean and ready for its next guest.'),
});

const UnitType = z.object({
  type: z.literal('unit_type'),
  id,
  version,
  property_id: id,
  active: z.boolean().describe('Whether it is on sale.'),
});

const nights = (type: 'rates' | 'availability') =>
  z.object({
    type: z.literal(type),
    id: id.describe('The unit type.'),
    version,
    unit_type_id: id,
    property_id: id,
    from: date.describe('First night that changed.'),
    until: date.describe('Last night that changed.'),
  });

const PaymentSession = z.object({
  type: z.literal('payment_session'),
  id: z.uuid().describe('As it came with the request that opened it.'),
  version,
  status: z.literal('expired'),
  booking_id: id,
});

const Install = z.object({
  type: z.literal('install'),
  id,
  version,
  app: z.string().describe('Slug.'),
  scopes: z.array(z.string()).describe('What the host consented to.'),
  capabilities: z.array(z.string()),
});

/** Every topic that is sent, in the order the documentation lists them (docs/interface/webhooks.md#topics). */
export const PAYLOADS: Readonly<Record<EventTopic | InstallTopic, TopicDescription>> = {
  'task.created': { when: 'A task was created, by a host or by a host rule.', resource: Task },
  'task.updated': {
    when: 'Something about a task changed, but not its status: its assignee, a custom field.',
    resource: Task,
  },
  'task.assignment_requested': {
    when: 'A task was created whose type has an assignment provider. Sent to that app alone.',
    resource: Task,
  },
  'task.status_changed': {
    when: 'A task changed its status, also when the app that hears of it did that itself.',
    resource: Task.extend({
      previous_status: TaskStatus,
      changed_by: z.string().describe('`app:` and a slug, `host`, or `platform`.'),
    }),
  },
  'booking.created': { when: 'A stay was booked and is held, unpaid.', resource: Booking },
  'booking.confirmed': { when: 'A booking was paid.', resource: Booking },
  'booking.updated': {
    when: 'Something about a booking changed, but not its status: the units that its guests stay in.',
    resource: Booking,
  },
  'booking.cancelled': { when: 'A host called a booking off.', resource: Booking },
  'booking.expired': {
    when: 'A booking was not paid in time; its nights are free again.',
    resource: Booking,
  },
  'booking.checked_in': {
    when: 'The check-in day of a confirmed booking began, in the time zone of its property.',
    resource: Booking,
  },
  'booking.checked_out': {
    when: 'It is 11:00 on the check-out day of a confirmed booking, in the time zone of its property: its guests are gone.',
    resource: Booking,
  },
  'contact.updated': {
    when: 'A host or an app changed what is known of a guest, or the host merged two records of one.',
    resource: Contact,
  },
  'contact.redacted': {
    when: 'A guest was erased. Delete what you keep of the contact and of its bookings.',
    resource: Contact,
  },
  'property.updated': {
    when: 'A property was edited, became ready for its next guest or stopped being so, or an app noted something on it.',
    resource: Property,
  },
  'unit_type.updated': {
    when: 'A unit type was edited: its name, units, base rate or guests, or whether it is sold.',
    resource: UnitType,
  },
  'rates.updated': { when: 'Rates or restrictions of a range of nights changed.', resource: nights('rates') },
  'availability.updated': {
    when: 'How many units are free changed for a range of nights.',
    resource: nights('availability'),
  },
  'payment_session.expired': {
    when: 'Nothing came of a payment session in time. Sent to the app it belongs to alone.',
    resource: PaymentSession,
  },
  'app.installed': { when: 'The app was installed on a team.', resource: Install },
  'app.uninstalled': {
    when: 'The app was uninstalled from a team. The last webhook it gets.',
    resource: Install,
  },
  'app.scopes_changed': { when: 'A host consented to more, or less.', resource: Install },
};

/** The schema of a topic's whole envelope (docs/interface/webhooks.md#envelope). */
export function envelopeSchema(topic: string, { resource }: TopicDescription): z.ZodObject {
  return z.object({
    event_id: z.uuid().describe('The same on every attempt: de-duplicate on it.'),
    topic: z.literal(topic),
    occurred_at: z.iso.datetime(),
    api_version: z.string().describe('Dated version whose shapes `resource` has.'),
    team: z.string().describe('Slug of the team: it finds the install, hence the secret.'),
    resource,
  });
}
