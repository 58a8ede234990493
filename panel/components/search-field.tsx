import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** The longest text the platform searches for. */
const LONGEST = 100;
/** Pause in typing after which the search is sent. */
const REST_MS = 250;

/** The text of a search field, and the text to search for: the same once typing pauses. */
export function useSearch() {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, REST_MS);
  return { search, field: { value: typed, onChange: setTyped } };
}

interface SearchFieldProps {
  /** What the search looks at, for example `guest or reference`. */
  readonly by: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field to search a list with. */
export function SearchField({ by, value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={`Search by ${by}`}
      placeholder={by[0]?.toUpperCase() + by.slice(1)}
      maxLength={LONGEST}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
