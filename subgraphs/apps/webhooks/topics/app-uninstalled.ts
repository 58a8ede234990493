import { Install } from './resources/install.ts';
import type { Topic } from './topic.ts';

export const appUninstalled: Topic = {
  when: 'The app was uninstalled from a team. This is its last webhook.',
  resource: Install,
  trigger: { how: 'Uninstall the app.' },
};
