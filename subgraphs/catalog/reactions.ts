import type { Reaction } from '#db/subgraph.ts';
import { followInstall } from './channels/commands/follow-install.ts';
import { recordGuestReady } from './properties/commands/record-guest-ready.ts';
import { endTheme } from './themes/commands/end-theme.ts';
import { followTheme } from './themes/commands/follow-theme.ts';

/**
 * Updates a property's guest readiness based on its tasks, ends an uninstalled app's connections and
 * placements, adds a theme's new version to its storefronts, and removes a theme whose subscription ended.
 */
export const reactions: readonly Reaction[] = [
  { on: 'property.guest_ready_changed', run: recordGuestReady },
  { on: 'install.changed', run: followInstall },
  { on: 'theme.released', run: followTheme },
  { on: 'theme.subscription_ended', run: endTheme },
];
