import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Longest text that the platform accepts for a search. */
const LONGEST = 100;
/** Typing pause before the search is sent. */
const REST_MS = 250;

/** Returns a search field's text and the text to search for, which follows once typing pauses. */
export function useSearch() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, REST_MS);
  return { search, field: { value: typed, onChange: setTyped } };
}

interface SearchFieldProps {
  /** Searched fields, e.g. `guest or reference`. */
  readonly by: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Search field for a list. */
export function SearchField({ by, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={t`Search by ${by}`}
      placeholder={by[0]?.toUpperCase() + by.slice(1)}
      maxLength={LONGEST}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
