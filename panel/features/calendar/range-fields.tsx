import { t } from '@lingui/core/macro';
import { Group } from '@mantine/core';
import { TextInput } from '../../components/fields.tsx';
import type { NightRange } from './range.ts';

interface RangeFieldsProps {
  /** Path of the dates' object within the mutation's input, with a dot; empty for the input itself. */
  readonly within?: string;
  readonly range: NightRange;
  /** First and last night that can be chosen. */
  readonly bounds: NightRange;
  readonly onRange: (range: NightRange) => void;
}

/** The first and last night as dates; moving one past the other moves both. */
export function RangeFields({ within = '', range, bounds, onRange }: RangeFieldsProps) {
  return (
    <Group grow>
      <TextInput
        field={`${within}from`}
        type="date"
        label={t`First night`}
        value={range.from}
        min={bounds.from}
        max={bounds.until}
        onChange={({ currentTarget: { value } }) =>
          value && onRange({ from: value, until: value > range.until ? value : range.until })
        }
      />
      <TextInput
        field={`${within}until`}
        type="date"
        label={t`Last night`}
        value={range.until}
        min={range.from}
        max={bounds.until}
        onChange={({ currentTarget: { value } }) =>
          value && onRange({ from: value < range.from ? value : range.from, until: value })
        }
      />
    </Group>
  );
}
