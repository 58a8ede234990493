import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { MAX_EXTERNAL_ID } from '../../../schema/limits.ts';
import { CurrencyField, TimeZoneField } from '../../components/choice-fields.tsx';
import { ContentSection } from '../content/content-section.tsx';
import type { PropertyKind } from './generated.ts';
import type { PartProps } from './property-fields.ts';

const KINDS: Readonly<Record<PropertyKind, string>> = {
  hotel: 'Hotel',
  aparthotel: 'Aparthotel',
  apartment: 'Apartment',
  house: 'House or cabin',
  hostel: 'Hostel',
  guesthouse: 'Guesthouse, bed and breakfast',
  campsite: 'Campsite',
  other: 'Other',
};

/** Name, kind, currency and time zone. */
export function BasicFields({ fields, set, wrong }: PartProps) {
  return (
    <ContentSection id="basics" title="Basics">
      <TextInput
        label="Name"
        description="Shown to guests"
        maxLength={120}
        value={fields.name}
        error={wrong.name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Kind"
          data={[
            ...(fields.kind === '' ? [{ value: '', label: 'Not chosen' }] : []),
            ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
          ]}
          value={fields.kind}
          error={wrong.kind}
          onChange={({ currentTarget: { value } }) => set({ kind: value as PropertyKind })} // one of the options
        />
        <TextInput
          label="Your own id"
          description="In another system, if there is one"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={MAX_EXTERNAL_ID}
          value={fields.externalId}
          error={wrong.externalId}
          onChange={({ currentTarget: { value } }) => set({ externalId: value })}
        />
        <CurrencyField
          label="Currency"
          description="Fixed after the first booking"
          value={fields.currency}
          error={wrong.currency}
          onChange={(value) => set({ currency: value })}
        />
        <TimeZoneField
          label="Time zone"
          description="Fixed after the first booking"
          value={fields.timeZone}
          error={wrong.timeZone}
          onChange={(value) => set({ timeZone: value })}
        />
      </SimpleGrid>
    </ContentSection>
  );
}
