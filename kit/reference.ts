/** A reference to another subgraph's entity: its id. The gateway fetches the rest from the owner. */
export interface Reference {
  readonly id: string | number;
}

/** Returns a reference to an entity by its id; null if there is no id. */
export const referTo = (id: number | null | undefined): Reference | null => (id == null ? null : { id });
