import { TextInput } from '@mantine/core';
import type { AmountField, NumberField, UnitTypePartProps } from './unit-type-fields.ts';

interface TypedFieldProps extends UnitTypePartProps {
  readonly field: NumberField | AmountField;
  readonly label: string;
  readonly description?: string;
}

/** A unit type's number or amount. */
export function TypedField({ field, label, description, fields, set, wrong }: TypedFieldProps) {
  return (
    <TextInput
      {...{ label, description }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="decimal"
      maxLength={16}
      value={fields[field]}
      error={wrong[field]}
      onChange={({ currentTarget: { value } }) => set({ [field]: value })}
    />
  );
}
