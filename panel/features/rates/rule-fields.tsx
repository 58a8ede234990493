import {
  Checkbox,
  CloseButton,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import type { NightRange } from '../calendar/range.ts';
import { RangeFields } from '../calendar/range-fields.tsx';
import type { RateBase, RateRounding, Weekday } from './generated.ts';
import { type RuleForm, type RuleMistakes, WEEKDAYS } from './rule-form.ts';
import type { UnitType } from './unit-types.tsx';

const BASES: readonly { readonly value: RateBase; readonly label: string }[] = [
  { value: 'current', label: 'The night’s current rate' },
  { value: 'fixed', label: 'A fixed rate' },
  { value: 'usual', label: 'The unit type’s usual rate' },
  { value: 'unit_type', label: 'Another unit type’s rate that night' },
  { value: 'last_year', label: 'Last year’s rate, same weekday' },
];

const ROUNDINGS: readonly { readonly value: RateRounding; readonly label: string }[] = [
  { value: 'nearest', label: 'To the nearest' },
  { value: 'up', label: 'Up' },
  { value: 'down', label: 'Down' },
];

const STEPS = ['', '1', '5', '10', '50'] as const;

interface RuleFieldsProps {
  readonly place: number;
  readonly rule: RuleForm;
  readonly bounds: NightRange;
  /** Null if the unit types have different currencies; amounts aren't available then. */
  readonly currency: string | null;
  readonly unitTypes: readonly UnitType[];
  readonly mistakes: RuleMistakes;
  readonly set: (change: Partial<RuleForm>) => void;
  /** Undefined for the only rule. */
  readonly remove?: () => void;
}

/** One rule: its season, weekdays, base and change. */
export function RuleFields({
  place,
  rule,
  bounds,
  currency,
  unitTypes,
  mistakes,
  set,
  remove,
}: RuleFieldsProps) {
  const typed = (field: 'rate' | 'percent' | 'amount') => ({
    value: rule[field],
    error: mistakes[field],
    inputMode: 'decimal' as const,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  const name = `Rule ${place + 1}`;
  return (
    <Fieldset legend={name} pos="relative">
      {remove && (
        <CloseButton
          pos="absolute"
          top={0}
          right={4}
          aria-label={`Remove ${name.toLowerCase()}`}
          onClick={remove}
        />
      )}
      <Stack gap="md">
        <RangeFields range={rule} bounds={bounds} onRange={set} />
        <Checkbox.Group
          label="Nights starting on"
          value={[...rule.weekdays]}
          error={mistakes.weekdays}
          onChange={(weekdays) => set({ weekdays: weekdays as Weekday[] })} // values of the boxes below
        >
          <Group gap="sm" mt={6}>
            {WEEKDAYS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <NativeSelect
          label="Start from"
          data={[...BASES].filter(({ value }) => value !== 'fixed' || currency !== null)}
          value={rule.base}
          // Its options are the bases.
          onChange={({ currentTarget: { value } }) =>
            set({ base: value as RateBase, rate: '', unitTypeId: '' })
          }
        />
        {rule.base === 'fixed' && <TextInput label={`Rate per night (${currency})`} {...typed('rate')} />}
        {rule.base === 'unit_type' && (
          <NativeSelect
            label="Copy from"
            value={rule.unitTypeId}
            error={mistakes.unitTypeId}
            data={[
              { value: '', label: 'Choose a unit type' },
              ...unitTypes.map(({ id, name: title, property }) => ({
                value: id,
                label: `${title}, ${property.name}`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => set({ unitTypeId: value })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Raise by (%)"
            description="Enter a negative number to lower it."
            {...typed('percent')}
          />
          {currency !== null && (
            <>
              <TextInput
                label={`Then add (${currency})`}
                description="Enter a negative number to lower it."
                {...typed('amount')}
              />
              <NativeSelect
                label={`Round to (${currency})`}
                value={rule.roundTo}
                data={STEPS.map((step) => ({
                  value: step,
                  label: step === '' ? 'No rounding' : `Multiples of ${step}`,
                }))}
                onChange={({ currentTarget: { value } }) => set({ roundTo: value })}
              />
              <NativeSelect
                label="Rounding"
                disabled={rule.roundTo === ''}
                value={rule.rounding}
                data={[...ROUNDINGS]}
                // Its options are the roundings.
                onChange={({ currentTarget: { value } }) => set({ rounding: value as RateRounding })}
              />
            </>
          )}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
