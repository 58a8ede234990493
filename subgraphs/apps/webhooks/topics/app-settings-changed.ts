import { InstallSettings } from './resources/install-settings.ts';
import type { Topic } from './topic.ts';

export const appSettingsChanged: Topic = {
  when: 'A host changed settings of the app. The event lists them; `currentInstall.settings` has their values.',
  resource: InstallSettings,
  trigger: { how: "Save a setting with the panel API's `appSettingsSet`." },
};
