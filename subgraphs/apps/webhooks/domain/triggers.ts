import { closest } from '#kit/did-you-mean.ts';
import { TOPICS } from '../../authoring/domain/vocabulary.ts';

type Topic = (typeof TOPICS)[number];

/** Topics whose event can be caused on purpose with a team's own data. */
export const TRIGGERABLE = [
  'task.created',
  'task.assignment_requested',
  'task.status_changed',
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.checked_in',
  'booking.checked_out',
  'rates.updated',
  'availability.updated',
  'payment_session.expired',
] as const satisfies readonly Topic[];

/** A call of the platform to an app that can be caused: no topic, but the app reads this name in `X-Platform-Topic`. */
export const PAYMENT_CALL = 'payment_session';
export type Triggerable = (typeof TRIGGERABLE)[number] | typeof PAYMENT_CALL;

/** Why the others cannot, and how their event comes about. */
const WHY_NOT: Readonly<Record<Exclude<Topic, Triggerable>, string>> = {
  'task.updated': 'Your app can cause it: call taskSetCustomField, or taskAssign again.',
  'booking.updated': 'Assign units to a booking on its page in the panel.',
  'contact.updated': 'Change a guest on the Guests page of the panel, or call contactUpdate.',
  'contact.redacted': 'Redact a guest on the Guests page of the panel, or call contactRedact.',
  'booking.expired':
    'It is sent when a hold expires unpaid: trigger booking.created and wait for the hold to end (HOLD_TTL).',
  'property.updated': 'Your app can cause it: call propertySetCustomField, or complete a cleaning there.',
  'unit_type.updated': 'Edit a unit type on its property’s page in the panel, or call unitTypeUpdate.',
  'app.installed': 'Uninstall the app and install it again, which creates new secrets.',
  'app.uninstalled': 'Uninstall the app.',
  'app.scopes_changed': 'Release a version that requests more permissions, and let a host consent to it.',
};

const isTopic = (text: string): text is Topic => TOPICS.some((topic) => topic === text);
const isTriggerable = (topic: Topic): topic is (typeof TRIGGERABLE)[number] =>
  TRIGGERABLE.some((one) => one === topic);

/** What a text means as a topic to trigger: the topic, or a sentence why it cannot be. See docs/interface/webhooks.md#topics. */
export function readTrigger(
  text: string,
):
  | { readonly topic: Triggerable }
  | { readonly code: 'INVALID' | 'NOT_TRIGGERABLE'; readonly message: string } {
  if (text === PAYMENT_CALL) return { topic: text };
  if (!isTopic(text)) {
    const meant = closest(text, TOPICS);
    const hint = meant ? `Did you mean "${meant}"?` : WHICH;
    return { code: 'INVALID', message: `"${text.slice(0, 64)}" is not a known topic. ${hint}` };
  }
  if (isTriggerable(text)) return { topic: text };
  return { code: 'NOT_TRIGGERABLE', message: `"${text}" cannot be triggered. ${WHY_NOT[text]} ${WHICH}` };
}

const WHICH = `These can be triggered: ${[...TRIGGERABLE, PAYMENT_CALL].join(', ')}.`;
