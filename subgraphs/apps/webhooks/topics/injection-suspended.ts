import { describeInjection, Injection } from './resources/injection.ts';
import { defineTopic } from './topic.ts';

export const injectionSuspended = defineTopic('injection.suspended', {
  when: 'An operator suspended what the app adds to storefronts, so guests no longer see it. Only that app receives it.',
  resource: Injection,
  describe: describeInjection,
  onlyFor: ({ app }) => app,
  trigger: { how: "Only operators can suspend, so this can't be triggered." },
});
