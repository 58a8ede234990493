/** What a subgraph knows of an entity that another one owns: its id. The gateway asks the owner for the rest. */
export interface Reference {
  readonly id: string | number;
}

/** A reference to an entity by its id; null if there is none. */
export const referTo = (id: number | null | undefined): Reference | null => (id == null ? null : { id });
