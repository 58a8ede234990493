import { Install } from './resources/install.ts';
import type { Topic } from './topic.ts';

export const appScopesChanged: Topic = {
  when: 'The permissions that a host consented to changed.',
  resource: Install,
  trigger: { how: 'Release a version that requests more permissions, and let a host consent to it.' },
};
