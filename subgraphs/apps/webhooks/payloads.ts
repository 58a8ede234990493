import { z } from 'zod';
import type { InstallTopic } from './store/publish-to-install.ts';
import type { EventTopic } from './topics.ts';

/** A webhook topic as developers read about it: when it is sent, and what `resource` holds. */
export interface TopicDescription {
  /** A whole sentence. */
  readonly when: string;
  readonly resource: z.ZodObject;
}

const id = z.int().positive();
const version = z.int().positive().describe('Increases with every change: a lower value is stale.');
const date = z.iso.date();

const TaskStatus = z.enum(['open', 'assigned', 'in_progress', 'completed', 'verified', 'cancelled']);

const Task = z.object({
  type: z.literal('task'),
  id: id.describe('Same as `Task.id` in GraphQL.'),
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
  id: id.describe('Same as `Contact.id` in GraphQL.'),
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
    from: date.describe('First changed night.'),
    until: date.describe('Last changed night.'),
  });

const PaymentSession = z.object({
  type: z.literal('payment_session'),
  id: z.uuid().describe('As in the request that opened it.'),
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
  'task.created': { when: 'A task was created by a host, an app or an automation rule.', resource: Task },
  'task.updated': {
    when: 'A task changed, except its status: for example its assignee or a custom field.',
    resource: Task,
  },
  'task.assignment_requested': {
    when: 'A task was created whose type has an assignment provider. Sent only to that app.',
    resource: Task,
  },
  'task.status_changed': {
    when: 'The status of a task changed. Also sent to the app that changed it.',
    resource: Task.extend({
      previous_status: TaskStatus,
      changed_by: z.string().describe('`app:` and a slug, `host`, or `platform`.'),
    }),
  },
  'booking.created': { when: 'A stay was booked and is held, unpaid.', resource: Booking },
  'booking.confirmed': { when: 'A booking was paid.', resource: Booking },
  'booking.updated': {
    when: 'A booking changed, except its status: for example its units.',
    resource: Booking,
  },
  'booking.cancelled': { when: 'A booking was cancelled.', resource: Booking },
  'booking.expired': {
    when: 'A booking was not paid in time; its nights were released.',
    resource: Booking,
  },
  'booking.checked_in': {
    when: 'The check-in day of a confirmed booking began, in the time zone of its property.',
    resource: Booking,
  },
  'booking.checked_out': {
    when: 'It is 11:00 on the check-out day of a confirmed booking, in the time zone of its property: its guests are due to have left.',
    resource: Booking,
  },
  'contact.updated': {
    when: "A host or an app changed a guest's details, or the host merged two contacts.",
    resource: Contact,
  },
  'contact.redacted': {
    when: 'A guest was erased. Delete the data you keep about the contact and its bookings.',
    resource: Contact,
  },
  'property.updated': {
    when: 'A property was edited, its guest-readiness changed, or an app wrote a custom field on it.',
    resource: Property,
  },
  'unit_type.updated': {
    when: 'A unit type was edited: name, units, base rate, guests, or whether it is on sale.',
    resource: UnitType,
  },
  'rates.updated': { when: 'Rates or restrictions of a range of nights changed.', resource: nights('rates') },
  'availability.updated': {
    when: 'The number of free units changed for a range of nights.',
    resource: nights('availability'),
  },
  'payment_session.expired': {
    when: 'A payment session expired. Sent only to the app it belongs to.',
    resource: PaymentSession,
  },
  'app.installed': { when: 'The app was installed on a team.', resource: Install },
  'app.uninstalled': {
    when: 'The app was uninstalled from a team. This is its last webhook.',
    resource: Install,
  },
  'app.scopes_changed': { when: 'The permissions that a host consented to changed.', resource: Install },
};

/** The schema of a topic's whole envelope (docs/interface/webhooks.md#envelope). */
export function envelopeSchema(topic: string, { resource }: TopicDescription): z.ZodObject {
  return z.object({
    event_id: z.uuid().describe('The same for every attempt: use it to de-duplicate.'),
    topic: z.literal(topic),
    occurred_at: z.iso.datetime(),
    api_version: z.string().describe('Dated version of the shape of `resource`.'),
    team: z.string().describe('Slug of the team: use it to find the install and its secret.'),
    resource,
  });
}
