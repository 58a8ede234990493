import { describeInjection, Injection } from './resources/injection.ts';
import { defineTopic } from './topic.ts';

export const injectionRemoved = defineTopic('injection.removed', {
  when: "A host removed something the app adds to a storefront. Uninstalling the app doesn't publish this. Only that app receives it.",
  resource: Injection,
  describe: describeInjection,
  onlyFor: ({ app }) => app,
  trigger: { how: 'Remove a placement of the app with injectionRemove.' },
});
