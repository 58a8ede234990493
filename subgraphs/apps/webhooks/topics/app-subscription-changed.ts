import { changePlan } from '../triggers/trigger-subscription.ts';
import { Subscription } from './resources/subscription.ts';
import type { Topic } from './topic.ts';

export const appSubscriptionChanged: Topic = {
  when: "The team's subscription to the app changed: its status, plan, period, cancellation or cap.",
  resource: Subscription,
  trigger: { cause: changePlan },
};
