import { msg, t } from '@lingui/core/macro';
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { MAX_EXTERNAL_ID } from '../../../schema/limits.ts';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import { AgeFields } from './age-fields.tsx';
import type { UnitTypeKind } from './generated.ts';
import { TypedField } from './typed-field.tsx';
import type { UnitTypePartProps } from './unit-type-fields.ts';

const KINDS: Readonly<Record<UnitTypeKind, string>> = translated({
  room: msg`Private room`,
  entire_place: msg`Entire house or apartment`,
  shared_room: msg`Bed in a shared room`,
  pitch: msg`Pitch for a tent or camper`,
});

/** Basics and price: kind, unit count, capacity and rate. */
export function SaleFields(part: UnitTypePartProps) {
  const { fields, set, wrong, currency } = part;
  return (
    <>
      <ContentSection id="basics" title={t`Basics`}>
        <TextInput
          label={t`Name`}
          description={t`Shown to guests`}
          maxLength={120}
          value={fields.name}
          error={wrong.name}
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={t`Kind`}
            data={[
              ...(fields.kind === '' ? [{ value: '', label: t`Not chosen` }] : []),
              ...Object.entries(KINDS).map(([value, label]) => ({ value, label })),
            ]}
            value={fields.kind}
            error={wrong.kind}
            onChange={({ currentTarget: { value } }) => set({ kind: value as UnitTypeKind })} // an option
          />
          <TypedField {...part} field="units" label={t`Units`} />
          <TypedField
            {...part}
            field="position"
            label={t`Position in lists`}
            description={t`The lowest number comes first`}
          />
          <TextInput
            label={t`Your own id`}
            description={t`In another system, if there is one`}
            maxLength={MAX_EXTERNAL_ID}
            value={fields.externalId}
            error={wrong.externalId}
            onChange={({ currentTarget: { value } }) => set({ externalId: value })}
          />
        </SimpleGrid>
        <Switch
          label={t`On sale`}
          checked={fields.active}
          onChange={({ currentTarget: { checked } }) => set({ active: checked })}
        />
      </ContentSection>
      <ContentSection
        id="guests"
        title={t`Guests and rate`}
        lead={t`For one unit. Nights with their own rate keep it.`}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TypedField {...part} field="maxGuests" label={t`Maximum guests`} />
          <TypedField {...part} field="baseGuests" label={t`Guests included in the rate`} />
          <TypedField
            {...part}
            field="maxAdults"
            label={t`Maximum adults`}
            description={t`Leave empty for no separate limit`}
          />
          <TypedField
            {...part}
            field="maxChildren"
            label={t`Maximum children`}
            description={t`Leave empty for no separate limit`}
          />
        </SimpleGrid>
        <AgeFields {...part} />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TypedField {...part} field="baseRate" label={t`Usual rate per night (${currency})`} />
          <TypedField {...part} field="adultSupplement" label={t`Each additional adult (${currency})`} />
          <TypedField {...part} field="childSupplement" label={t`Each additional child (${currency})`} />
        </SimpleGrid>
      </ContentSection>
    </>
  );
}
