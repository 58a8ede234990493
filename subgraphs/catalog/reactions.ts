import type { Reaction } from '#db/subgraph.ts';
import { followInstall } from './channels/commands/follow-install.ts';
import { recordGuestReady } from './properties/commands/record-guest-ready.ts';

/**
 * Updates a property's guest readiness based on its tasks, and ends an uninstalled app's connections and
 * placements.
 */
export const reactions: readonly Reaction[] = [
  { on: 'property.guest_ready_changed', run: recordGuestReady },
  { on: 'install.changed', run: followInstall },
];
