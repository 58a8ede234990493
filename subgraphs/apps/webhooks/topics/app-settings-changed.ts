import { InstallSettings } from './resources/install-settings.ts';
import type { Topic } from './topic.ts';

export const appSettingsChanged: Topic = {
  when: 'A host changed settings of the app. It names them; `currentInstall.settings` has their values.',
  resource: InstallSettings,
  trigger: { how: "Save a setting with `appSettingsSet` of the panel's API." },
};
