import type { Reaction } from '#db/subgraph.ts';
import { noteGuestReady } from './commands/note-guest-ready.ts';

/** A property shows what its tasks say about being ready for its next guest. */
export const reactions: readonly Reaction[] = [{ on: 'property.guest_ready_changed', run: noteGuestReady }];
