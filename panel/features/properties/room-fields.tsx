import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { ContentSection } from '../content/content-section.tsx';
import { Refusal } from '../content/refusal.tsx';
import { RowList } from '../content/row-list.tsx';
import { TypedField } from './typed-field.tsx';
import type { UnitTypePartProps } from './unit-type-fields.ts';

const BEDS = [
  ['single', 'Single bed'] as const,
  ['double', 'Double bed'] as const,
  ['queen', 'Queen bed'] as const,
  ['king', 'King bed'] as const,
  ['bunk', 'Bunk bed'] as const,
  ['sofa', 'Sofa bed'] as const,
  ['futon', 'Futon'] as const,
  ['cot', 'Cot'] as const,
  ['other', 'Other'] as const,
].map(([value, label]) => ({ value, label }));
const MOST_BEDS = 50;

/** A unit's rooms and beds. */
export function RoomFields(part: UnitTypePartProps) {
  const { fields, set, wrong } = part;
  return (
    <ContentSection id="rooms" title="Rooms and beds" lead="In one unit.">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TypedField {...part} field="bedrooms" label="Bedrooms" />
        <TypedField {...part} field="bathrooms" label="Bathrooms" />
        <TypedField {...part} field="areaM2" label="Area (m²)" />
      </SimpleGrid>
      <Refusal>{wrong.beds}</Refusal>
      <RowList
        label="Beds"
        one="bed"
        columns={3}
        rows={fields.beds}
        most={MOST_BEDS}
        fresh={{ type: 'double', count: '1', bedroom: '' }}
        onChange={(beds) => set({ beds })}
        fields={({ type, count, bedroom }, change, name) => (
          <>
            <NativeSelect
              label="Kind"
              aria-label={`Kind of ${name}`}
              data={BEDS}
              value={type}
              onChange={({ currentTarget: { value } }) => change({ type: value })}
            />
            <TextInput
              label="How many"
              aria-label={`Number of ${name}`}
              inputMode="numeric"
              maxLength={2}
              value={count}
              onChange={({ currentTarget: { value } }) => change({ count: value })}
            />
            <TextInput
              label="Bedroom"
              aria-label={`Bedroom of ${name}`}
              placeholder="none"
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
