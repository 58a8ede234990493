import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import type { ChargeCollection } from './generated.ts';

/** When a charge is collected and for which nights it's valid, as typed. */
export interface TypedWhen {
  readonly collect: ChargeCollection;
  readonly validFrom: string;
  readonly validUntil: string;
}

interface WhenFieldsProps {
  readonly typed: TypedWhen;
  /** True if the charge is always paid with the booking. */
  readonly isPaidWithBooking?: boolean;
  readonly onChange: (change: Partial<TypedWhen>) => void;
}

/** Fields shared by fees and taxes. */
export function WhenFields({ typed, isPaidWithBooking = false, onChange }: WhenFieldsProps) {
  return (
    <>
      <NativeSelect
        field="collect"
        label={t`The guest pays it`}
        disabled={isPaidWithBooking}
        data={[
          { value: 'booking', label: t`with the booking` },
          { value: 'property', label: t`at the property` },
        ]}
        value={isPaidWithBooking ? 'booking' : typed.collect}
        onChange={({ currentTarget: { value } }) =>
          onChange({ collect: value === 'property' ? 'property' : 'booking' })
        }
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          field="validFrom"
          type="date"
          label={t`First night`}
          description={t`Leave empty for no start`}
          value={typed.validFrom}
          onChange={({ currentTarget: { value } }) => onChange({ validFrom: value })}
        />
        <TextInput
          field="validUntil"
          type="date"
          label={t`Last night`}
          description={t`Leave empty for no end`}
          value={typed.validUntil}
          onChange={({ currentTarget: { value } }) => onChange({ validUntil: value })}
        />
      </SimpleGrid>
    </>
  );
}

/** Converts the typed fields to the API's input. */
export const whenInput = ({ collect, validFrom, validUntil }: TypedWhen) => ({
  collect,
  validFrom: validFrom || null,
  validUntil: validUntil || null,
});
