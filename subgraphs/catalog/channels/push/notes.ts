/** What may have changed of whole unit types: what storefronts sell, or what connections have mapped. */
export interface Noted {
  readonly everything: boolean;
  readonly storefronts: readonly number[];
  readonly connections: readonly number[];
}

/** Notes of changes that were heard of and are yet to be marked. Every process has its own. */
export interface Notes {
  /** A notification: `storefront {id}` or `everything` of the catalog's triggers, `connection {id}` of a host's change. */
  readonly hear: (payload: string) => void;
  /** Anything may have been missed. */
  readonly miss: () => void;
  /** What was heard since it was taken last; null if nothing was. */
  readonly take: () => Noted | null;
  /** What was taken could not be marked. */
  readonly giveBack: (noted: Noted | null) => void;
}

/** Opens notes that begin with everything: no one knows what happened before. */
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
