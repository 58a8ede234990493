import { useNearCap } from '../triggers/trigger-subscription.ts';
import { Subscription } from './resources/subscription.ts';
import type { Topic } from './topic.ts';

export const appUsageNearCap: Topic = {
  when: "The period's usage has reached 80% of the cap, which only the host can raise. Sent once per period and cap.",
  resource: Subscription,
  trigger: { cause: useNearCap },
};
