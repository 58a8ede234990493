import type { Reaction } from '#db/subgraph.ts';
import { followInstall } from './channels/commands/follow-install.ts';
import { recordGuestReady } from './properties/commands/record-guest-ready.ts';

/** A property shows what its tasks say about being ready for its next guest; connections and placements end with the install of their app. */
export const reactions: readonly Reaction[] = [
  { on: 'property.guest_ready_changed', run: recordGuestReady },
  { on: 'install.changed', run: followInstall },
];
