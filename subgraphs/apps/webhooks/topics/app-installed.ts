import { Install } from './resources/install.ts';
import type { Topic } from './topic.ts';

export const appInstalled: Topic = {
  when: 'The app was installed on a team.',
  resource: Install,
  trigger: { how: 'Uninstall the app and install it again, which creates new secrets.' },
};
