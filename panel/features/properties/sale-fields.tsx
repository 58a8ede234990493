import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { MAX_EXTERNAL_ID } from '../../../schema/limits.ts';
import { ContentSection } from '../content/content-section.tsx';
import { AgeFields } from './age-fields.tsx';
import type { UnitTypeKind } from './generated.ts';
import { TypedField } from './typed-field.tsx';
import type { UnitTypePartProps } from './unit-type-fields.ts';

const KINDS: Readonly<Record<UnitTypeKind, string>> = {
  room: 'Private room',
  entire_place: 'Entire house or apartment',
  shared_room: 'Bed in a shared room',
  pitch: 'Pitch for a tent or camper',
};

/** Basics and price: kind, unit count, capacity and rate. */
export function SaleFields(part: UnitTypePartProps) {
  const { fields, set, wrong, currency } = part;
  return (
    <>
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
            onChange={({ currentTarget: { value } }) => set({ kind: value as UnitTypeKind })} // one of the options
          />
          <TypedField {...part} field="units" label="Units" />
          <TypedField
            {...part}
            field="position"
            label="Position in lists"
            description="The lowest number comes first"
          />
          <TextInput
            label="Your own id"
            description="In another system, if there is one"
            maxLength={MAX_EXTERNAL_ID}
            value={fields.externalId}
            error={wrong.externalId}
            onChange={({ currentTarget: { value } }) => set({ externalId: value })}
          />
        </SimpleGrid>
        <Switch
          label="On sale"
          checked={fields.active}
          onChange={({ currentTarget: { checked } }) => set({ active: checked })}
        />
      </ContentSection>
      <ContentSection
        id="guests"
        title="Guests and rate"
        lead="For one unit. Nights with their own rate keep it."
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TypedField {...part} field="maxGuests" label="Maximum guests" />
          <TypedField {...part} field="baseGuests" label="Guests included in the rate" />
          <TypedField
            {...part}
            field="maxAdults"
            label="Maximum adults"
            description="Leave empty for no separate limit"
          />
          <TypedField
            {...part}
            field="maxChildren"
            label="Maximum children"
            description="Leave empty for no separate limit"
          />
        </SimpleGrid>
        <AgeFields {...part} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TypedField {...part} field="baseRate" label={`Usual rate per night (${currency})`} />
          <TypedField {...part} field="adultSupplement" label={`Each additional adult (${currency})`} />
          <TypedField {...part} field="childSupplement" label={`Each additional child (${currency})`} />
        </SimpleGrid>
      </ContentSection>
    </>
  );
}
