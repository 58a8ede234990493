import { describeInjection, Injection } from './resources/injection.ts';
import { defineTopic } from './topic.ts';

export const injectionPublished = defineTopic('injection.published', {
  when: 'A host published something the app adds to a storefront, or an operator resumed it, so guests see it. Only that app receives it.',
  resource: Injection,
  describe: describeInjection,
  onlyFor: ({ app }) => app,
  trigger: { how: 'Publish a placement of the app with injectionPublish.' },
});
