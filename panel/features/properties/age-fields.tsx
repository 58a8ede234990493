import { Text, TextInput } from '@mantine/core';
import { Refusal } from '../content/refusal.tsx';
import { RowList } from '../content/row-list.tsx';
import type { TypedAgeBand, UnitTypePartProps } from './unit-type-fields.ts';

/** One for each age. */
const MOST_BANDS = 18;

const COLUMNS: readonly (readonly [part: keyof TypedAgeBand, label: string, name: string])[] = [
  ['from', 'From age', 'First age'],
  ['to', 'To age', 'Last age'],
  ['limit', 'How many', 'Number of children'],
];

/** Child capacity by age, per unit. */
export function AgeFields({ fields, set, wrong }: UnitTypePartProps) {
  return (
    <>
      <Text size="sm">
        Children by age, shown to agents and guests. If the bands cover every age up to 17, their numbers add
        up to the most children that a unit takes.
      </Text>
      <Refusal>{wrong.childAgeBands}</Refusal>
      <RowList
        label="Children by age"
        one="band of ages"
        columns={3}
        rows={fields.childAgeBands}
        most={MOST_BANDS}
        fresh={{ from: '0', to: '17', limit: '1' }}
        onChange={(childAgeBands) => set({ childAgeBands })}
        fields={(band, change, name) =>
          COLUMNS.map(([part, label, of]) => (
            <TextInput
              key={part}
              label={label}
              aria-label={`${of} of ${name}`}
              inputMode="numeric"
              maxLength={3}
              value={band[part]}
              onChange={({ currentTarget: { value } }) => change({ [part]: value })}
            />
          ))
        }
      />
    </>
  );
}
