/** Unit types that may have changed as a whole: a storefront's, or a connection's mapped ones. */
export interface Noted {
  readonly everything: boolean;
  readonly storefronts: readonly number[];
  readonly connections: readonly number[];
}

/** Notifications received but not marked yet. Each process has its own. */
export interface Notes {
  /**
   * Takes a notification: `storefront {id}` or `everything` from the catalog's triggers, `connection {id}`
   * for a host's change.
   */
  readonly hear: (payload: string) => void;
  /** Records that notifications may have been missed. */
  readonly miss: () => void;
  /** Takes the notes received since the last call, or null. */
  readonly take: () => Noted | null;
  /** Returns notes that couldn't be marked. */
  readonly giveBack: (noted: Noted | null) => void;
}

/** Opens notes that start with everything, since earlier changes are unknown. */
export function openNotes(): Notes {
  let everything = true;
  const storefronts = new Set<number>();
  const connections = new Set<number>();
  return {
    hear(payload) {
      const [, of, id] = /^(storefront|connection) (\d+)$/.exec(payload) ?? [];
      if (of === 'storefront') storefronts.add(Number(id));
      else if (of === 'connection') connections.add(Number(id));
      else everything = true;
    },
    miss() {
      everything = true;
    },
    take() {
      const noted = { everything, storefronts: [...storefronts], connections: [...connections] };
      everything = false;
      storefronts.clear();
      connections.clear();
      return noted.everything || noted.storefronts.length > 0 || noted.connections.length > 0 ? noted : null;
    },
    giveBack(noted) {
      everything ||= noted?.everything ?? false;
      for (const id of noted?.storefronts ?? []) storefronts.add(id);
      for (const id of noted?.connections ?? []) connections.add(id);
    },
  };
}
