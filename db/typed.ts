/**
 * How typed statements name columns and read values: by the properties of entities, and as entities have them. `sql` gives what
 * PostgreSQL's driver does, where an instant is text and a bigint too.
 */
export const TYPED = { columnNamingStrategy: 'property', convertValues: true } as const;
