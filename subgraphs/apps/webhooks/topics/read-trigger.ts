import { closest } from '#kit/did-you-mean.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from '#schema/events.ts';
import { triggerPaymentCall } from '../triggers/trigger-payment.ts';
import type { Trigger } from './topic.ts';
import { TOPICS } from './topics.ts';

/** A triggerable call to an app. It isn't a topic, but the app receives this name in `X-Platform-Topic`. */
export const PAYMENT_CALL = 'payment_session';

type Cause = Extract<Trigger, { readonly cause: unknown }>['cause'];

const isTopic = (text: string): text is WebhookTopic => WEBHOOK_TOPICS.some((topic) => topic === text);

/**
 * Parses a topic to trigger: returns the topic, or a sentence explaining why it can't be triggered. See
 * docs/interface/webhooks.md#topics.
 */
export function readTrigger(
  text: string,
):
  | { readonly topic: WebhookTopic | typeof PAYMENT_CALL; readonly cause: Cause }
  | { readonly code: 'INVALID' | 'NOT_TRIGGERABLE'; readonly message: string } {
  if (text === PAYMENT_CALL) return { topic: text, cause: triggerPaymentCall };
  if (!isTopic(text)) {
    const meant = closest(text, WEBHOOK_TOPICS);
    const hint = meant ? `Did you mean "${meant}"?` : WHICH;
    return { code: 'INVALID', message: `"${text.slice(0, 64)}" isn't a known topic. ${hint}` };
  }
  const { trigger } = TOPICS[text];
  if ('cause' in trigger) return { topic: text, cause: trigger.cause };
  return { code: 'NOT_TRIGGERABLE', message: `"${text}" cannot be triggered. ${trigger.how} ${WHICH}` };
}

const TRIGGERABLE = Object.entries(TOPICS).flatMap(([name, { trigger }]) =>
  'cause' in trigger ? [name] : [],
);
const WHICH = `These can be triggered: ${[...TRIGGERABLE, PAYMENT_CALL].join(', ')}.`;
