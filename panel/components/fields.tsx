import {
  Checkbox as PlainCheckbox,
  NativeSelect as PlainNativeSelect,
  NumberInput as PlainNumberInput,
  Select as PlainSelect,
  Switch as PlainSwitch,
  TagsInput as PlainTagsInput,
  Textarea as PlainTextarea,
  TextInput as PlainTextInput,
} from '@mantine/core';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { useRefusal } from './form.tsx';

/** Name of the input field that a form field changes. */
interface Named {
  /**
   * Path within the mutation's input, e.g. `guest.email`; null if no refusal can name it. Reasons for fields
   * within it are shown too.
   */
  readonly field: string | null;
}

/** Adds the reason why the form was refused to an input. */
function refusable<Props extends { readonly error?: ReactNode }>(Input: ComponentType<Props>) {
  return function Refusable({ field, ...props }: Omit<Props, keyof Named> & Named) {
    const reason = useRefusal(field);
    // The input's own properties, and its error.
    return <Input {...(props as unknown as Props)} error={props.error ?? reason} />;
  };
}

export const Checkbox = refusable<ComponentProps<typeof PlainCheckbox>>(PlainCheckbox);
export const CheckboxGroup = refusable<ComponentProps<typeof PlainCheckbox.Group<string>>>(
  PlainCheckbox.Group,
);
export const NativeSelect = refusable<ComponentProps<typeof PlainNativeSelect>>(PlainNativeSelect);
export const NumberInput = refusable<ComponentProps<typeof PlainNumberInput>>(PlainNumberInput);
export const Select = refusable<ComponentProps<typeof PlainSelect<string>>>(PlainSelect);
export const Switch = refusable<ComponentProps<typeof PlainSwitch>>(PlainSwitch);
export const TagsInput = refusable<ComponentProps<typeof PlainTagsInput>>(PlainTagsInput);
export const Textarea = refusable<ComponentProps<typeof PlainTextarea>>(PlainTextarea);
export const TextInput = refusable<ComponentProps<typeof PlainTextInput>>(PlainTextInput);
