import { describeInjection, Injection } from './resources/injection.ts';
import { defineTopic } from './topic.ts';

export const injectionPlaced = defineTopic('injection.placed', {
  when: 'A host added something of the app to a storefront as a draft, or the app’s install did. Only that app receives it.',
  resource: Injection,
  describe: describeInjection,
  onlyFor: ({ app }) => app,
  trigger: { how: 'Place an entry of the app with injectionPlace.' },
});
