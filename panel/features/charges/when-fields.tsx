import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { ChargeCollection } from './generated.ts';

/** When and for which nights something is charged, as it is typed. */
export interface TypedWhen {
  readonly collect: ChargeCollection;
  readonly validFrom: string;
  readonly validUntil: string;
}

interface WhenFieldsProps {
  readonly typed: TypedWhen;
  readonly refused: Readonly<Record<string, true>>;
  /** Whether it is paid with the rate, so that there is nothing to choose. */
  readonly isInRate?: boolean;
  readonly onChange: (change: Partial<TypedWhen>) => void;
}

/** The fields that fees and taxes share. */
export function WhenFields({ typed, refused, isInRate = false, onChange }: WhenFieldsProps) {
  return (
    <>
      <NativeSelect
        label="The guest pays it"
        disabled={isInRate}
        data={[
          { value: 'booking', label: 'with the booking' },
          { value: 'property', label: 'at the property' },
        ]}
        value={isInRate ? 'booking' : typed.collect}
        onChange={({ currentTarget: { value } }) =>
          onChange({ collect: value === 'property' ? 'property' : 'booking' })
        }
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label="First night"
          description="Empty: no beginning"
          value={typed.validFrom}
          error={refused.validFrom}
          onChange={({ currentTarget: { value } }) => onChange({ validFrom: value })}
        />
        <TextInput
          type="date"
          label="Last night"
          description="Empty: no end"
          value={typed.validUntil}
          error={refused.validUntil}
          onChange={({ currentTarget: { value } }) => onChange({ validUntil: value })}
        />
      </SimpleGrid>
    </>
  );
}

/** What the API takes. */
export const whenInput = ({ collect, validFrom, validUntil }: TypedWhen) => ({
  collect,
  validFrom: validFrom || null,
  validUntil: validUntil || null,
});
