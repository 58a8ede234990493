import { describeInjection, Injection } from './resources/injection.ts';
import { defineTopic } from './topic.ts';

export const injectionPlaced = defineTopic('injection.placed', {
  when: 'A host added something from the app to a storefront as a draft, or installing the app did. Only that app receives it.',
  resource: Injection,
  describe: describeInjection,
  onlyFor: ({ app }) => app,
  trigger: { how: 'Place an entry of the app with injectionPlace.' },
});
