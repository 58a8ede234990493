import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { translated } from '../../i18n/translated.ts';
import { Refusal } from '../content/refusal.tsx';
import { RowList } from '../content/row-list.tsx';
import type { TypedAgeBand, UnitTypePartProps } from './unit-type-fields.ts';

/** One for each age. */
const MOST_BANDS = 18;

const COLUMNS: readonly (readonly [part: keyof TypedAgeBand, label: string, name: string])[] = translated([
  ['from', msg`From age`, msg`First age`],
  ['to', msg`To age`, msg`Last age`],
  ['limit', msg`How many`, msg`Number of children`],
]);

/** Child capacity by age, per unit. */
export function AgeFields({ fields, set, wrong }: UnitTypePartProps) {
  return (
    <>
      <Text size="sm">
        <Trans>
          Children by age, shown to agents and guests. If the bands cover every age up to 17, their numbers
          add up to the most children that a unit takes.
        </Trans>
      </Text>
      <Refusal>{wrong.childAgeBands}</Refusal>
      <RowList
        label={t`Children by age`}
        one={t`band of ages`}
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
              aria-label={t`${of} of ${name}`}
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
