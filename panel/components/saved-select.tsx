import { Button, Group, NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useState } from 'react';

interface SavedSelectProps extends Omit<NativeSelectProps, 'value' | 'onChange'> {
  /** The saved value. */
  readonly value: string;
  readonly onSave: (value: string) => void;
  readonly saveLabel: string;
  readonly isSaving?: boolean;
}

/**
 * A selector and, once another value is chosen, a button that saves it. Each press of an arrow key changes a
 * native selector, so a change mustn't be saved on its own.
 */
export function SavedSelect({ value, onSave, saveLabel, isSaving = false, ...select }: SavedSelectProps) {
  const [pick, setPick] = useState({ value, from: value });
  const picked = pick.from === value ? pick.value : value;
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <NativeSelect
        {...select}
        flex={1}
        value={picked}
        disabled={isSaving}
        onChange={({ currentTarget }) => setPick({ value: currentTarget.value, from: value })}
      />
      {picked !== value && (
        <Button size={select.size ?? 'sm'} loading={isSaving} onClick={() => onSave(picked)}>
          {saveLabel}
        </Button>
      )}
    </Group>
  );
}
