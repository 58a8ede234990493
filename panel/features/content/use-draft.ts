import { useState } from 'react';

/** Edited values: saved values with unsaved changes on top. Other people's edits to other fields show through. */
export interface Draft<Fields extends object> {
  readonly value: Fields;
  readonly changed: readonly (keyof Fields & string)[];
  readonly set: (change: Partial<Fields>) => void;
  readonly discard: () => void;
  /** Removes the changes that were saved; keeps text typed during the save. */
  readonly saved: (sent: Partial<Fields>) => void;
}

/** Keeps unsaved field changes. Setting a field back to its saved value removes the change. */
export function useDraft<Fields extends object>(saved: Fields): Draft<Fields> {
  const [changes, setChanges] = useState<Partial<Fields>>({});
  const differs = (field: keyof Fields) => JSON.stringify(changes[field]) !== JSON.stringify(saved[field]);
  const changed = (Object.keys(changes) as (keyof Fields & string)[]).filter(differs); // fields were set by name
  return {
    value: { ...saved, ...changes },
    changed,
    set: (change) => setChanges((before) => ({ ...before, ...change })),
    discard: () => setChanges({}),
    saved: (sent) =>
      setChanges((now) => {
        const left = Object.entries(now).filter(([field, value]) => value !== sent[field as keyof Fields]);
        return Object.fromEntries(left) as Partial<Fields>; // a subset of its fields
      }),
  };
}
