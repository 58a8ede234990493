import { msg, t } from '@lingui/core/macro';
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
import { translated } from '../../i18n/translated.ts';
import type { NightRange } from '../calendar/range.ts';
import { RangeFields } from '../calendar/range-fields.tsx';
import type { RateBase, RateRounding, Weekday } from './generated.ts';
import { type RuleForm, type RuleMistakes, WEEKDAYS } from './rule-form.ts';
import type { UnitType } from './unit-types.tsx';

const BASES: readonly { readonly value: RateBase; readonly label: string }[] = translated([
  { value: 'current', label: msg`The night’s current rate` },
  { value: 'fixed', label: msg`A fixed rate` },
  { value: 'usual', label: msg`The unit type’s usual rate` },
  { value: 'unit_type', label: msg`Another unit type’s rate that night` },
  { value: 'last_year', label: msg`Last year’s rate, same weekday` },
]);

const ROUNDINGS: readonly { readonly value: RateRounding; readonly label: string }[] = translated([
  { value: 'nearest', label: msg`To the nearest` },
  { value: 'up', label: msg`Up` },
  { value: 'down', label: msg`Down` },
]);

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
  const name = t`Rule ${place + 1}`;
  return (
    <Fieldset legend={name} pos="relative">
      {remove && (
        <CloseButton
          pos="absolute"
          top={0}
          right={4}
          aria-label={t`Remove ${name.toLowerCase()}`}
          onClick={remove}
        />
      )}
      <Stack gap="md">
        <RangeFields range={rule} bounds={bounds} onRange={set} />
        <Checkbox.Group
          label={t`Nights starting on`}
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
          label={t`Start from`}
          data={[...BASES].filter(({ value }) => value !== 'fixed' || currency !== null)}
          value={rule.base}
          // Its options are the bases.
          onChange={({ currentTarget: { value } }) =>
            set({ base: value as RateBase, rate: '', unitTypeId: '' })
          }
        />
        {rule.base === 'fixed' && (
          <TextInput label={t`Rate per night (${currency ?? ''})`} {...typed('rate')} />
        )}
        {rule.base === 'unit_type' && (
          <NativeSelect
            label={t`Copy from`}
            value={rule.unitTypeId}
            error={mistakes.unitTypeId}
            data={[
              { value: '', label: t`Choose a unit type` },
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
            label={t`Raise by (%)`}
            description={t`Enter a negative number to lower it.`}
            {...typed('percent')}
          />
          {currency !== null && (
            <>
              <TextInput
                label={t`Then add (${currency})`}
                description={t`Enter a negative number to lower it.`}
                {...typed('amount')}
              />
              <NativeSelect
                label={t`Round to (${currency})`}
                value={rule.roundTo}
                data={STEPS.map((step) => ({
                  value: step,
                  label: step === '' ? t`No rounding` : t`Multiples of ${step}`,
                }))}
                onChange={({ currentTarget: { value } }) => set({ roundTo: value })}
              />
              <NativeSelect
                label={t`Rounding`}
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
