import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { hasTime, isCounted, type RuleMistakes, type TypedRule } from './rule-form.ts';

interface RuleTimeFieldsProps {
  readonly typed: TypedRule;
  readonly errors: RuleMistakes;
  readonly set: (change: Partial<TypedRule>) => void;
}

/** The fields that apply to a rule's trigger; nothing for triggers without a time. */
export function RuleTimeFields({ typed, errors, set }: RuleTimeFieldsProps) {
  const { trigger, counting, count, at } = typed;
  const counted = isCounted(trigger);
  if (!counted && !hasTime(typed)) return null;
  const stay = trigger === 'before_check_in' ? 'check-in' : 'check-out';
  return (
    <SimpleGrid cols={{ base: 1, xs: counted ? 3 : 2 }}>
      {counted && (
        <>
          <TextInput
            label={counting === 'days' ? 'Days' : 'Hours'}
            inputMode="numeric"
            maxLength={4}
            value={count}
            error={errors[counting]}
            onChange={({ currentTarget: { value } }) => set({ count: value })}
          />
          <NativeSelect
            label="Counted in"
            data={[
              { value: 'days', label: 'days' },
              { value: 'hours', label: 'hours' },
            ]}
            value={counting}
            onChange={({ currentTarget: { value } }) =>
              set({ counting: value === 'hours' ? 'hours' : 'days' })
            }
          />
        </>
      )}
      {hasTime(typed) && (
        <TextInput
          type="time"
          label="Time of day"
          description={counted ? `Empty for the time of ${stay}` : "In the property's time zone"}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required={!counted}
          value={at}
          error={errors['at']}
          onChange={({ currentTarget: { value } }) => set({ at: value })}
        />
      )}
    </SimpleGrid>
  );
}
