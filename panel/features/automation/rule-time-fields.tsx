import { t } from '@lingui/core/macro';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { MessageTrigger } from './generated.ts';
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
  return (
    <SimpleGrid cols={{ base: 1, xs: counted ? 3 : 2 }}>
      {counted && (
        <>
          <TextInput
            label={counting === 'days' ? t`Days` : t`Hours`}
            inputMode="numeric"
            maxLength={4}
            value={count}
            error={errors[counting]}
            onChange={({ currentTarget: { value } }) => set({ count: value })}
          />
          <NativeSelect
            label={t`Counted in`}
            data={[
              { value: 'days', label: t`days` },
              { value: 'hours', label: t`hours` },
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
          label={t`Time of day`}
          description={counted ? emptyWords(trigger) : t`In the property's time zone`}
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

const emptyWords = (trigger: MessageTrigger): string =>
  trigger === 'before_check_in' ? t`Empty for the time of check-in` : t`Empty for the time of check-out`;
