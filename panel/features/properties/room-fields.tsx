import { msg, t } from '@lingui/core/macro';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { translatedOptions } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import { Refusal } from '../content/refusal.tsx';
import { RowList } from '../content/row-list.tsx';
import { TypedField } from './typed-field.tsx';
import type { UnitTypePartProps } from './unit-type-fields.ts';

const BEDS = translatedOptions({
  single: msg`Single bed`,
  double: msg`Double bed`,
  queen: msg`Queen bed`,
  king: msg`King bed`,
  bunk: msg`Bunk bed`,
  sofa: msg`Sofa bed`,
  futon: msg`Futon`,
  cot: msg`Cot`,
  other: msg`Other`,
});
const MOST_BEDS = 50;

/** A unit's rooms and beds. */
export function RoomFields(part: UnitTypePartProps) {
  const { fields, set, wrong } = part;
  return (
    <ContentSection id="rooms" title={t`Rooms and beds`} lead={t`In one unit.`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TypedField {...part} field="bedrooms" label={t`Bedrooms`} />
        <TypedField {...part} field="bathrooms" label={t`Bathrooms`} />
        <TypedField {...part} field="areaM2" label={t`Area (m²)`} />
      </SimpleGrid>
      <Refusal>{wrong.beds}</Refusal>
      <RowList
        label={t`Beds`}
        one={t`bed`}
        columns={3}
        rows={fields.beds}
        most={MOST_BEDS}
        fresh={{ type: 'double', count: '1', bedroom: '' }}
        onChange={(beds) => set({ beds })}
        fields={({ type, count, bedroom }, change, name) => (
          <>
            <NativeSelect
              label={t`Kind`}
              aria-label={t`Kind of ${name}`}
              data={BEDS}
              value={type}
              onChange={({ currentTarget: { value } }) => change({ type: value })}
            />
            <TextInput
              label={t`How many`}
              aria-label={t`Number of ${name}`}
              inputMode="numeric"
              maxLength={2}
              value={count}
              onChange={({ currentTarget: { value } }) => change({ count: value })}
            />
            <TextInput
              label={t`Bedroom`}
              aria-label={t`Bedroom of ${name}`}
              placeholder={t`none`}
              inputMode="numeric"
              maxLength={2}
              value={bedroom}
              onChange={({ currentTarget: { value } }) => change({ bedroom: value })}
            />
          </>
        )}
      />
    </ContentSection>
  );
}
