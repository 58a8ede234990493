import { Subscription } from './resources/subscription.ts';
import type { Topic } from './topic.ts';

export const appSubscriptionChanged: Topic = {
  when: "The team's subscription to the app changed: its status, plan, period, cancellation or cap.",
  resource: Subscription,
  trigger: { how: "Change a development install's plan with the panel API's `appSubscriptionChange`." },
};
