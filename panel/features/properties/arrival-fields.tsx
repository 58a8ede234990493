import { SimpleGrid, TextInput } from '@mantine/core';
import { ContentSection } from '../content/content-section.tsx';
import type { PartProps } from './property-fields.ts';

const TIMES = [
  ['checkInFrom', 'Check-in from', 'Empty: not said'],
  ['checkInUntil', 'Check-in until', 'Earlier than its beginning: after midnight'],
  ['checkOutUntil', 'Check-out until', 'Empty: not said'],
] as const;

/** Check-in and check-out times, in the property's time zone. */
export function ArrivalFields({ fields, set, wrong }: PartProps) {
  return (
    <ContentSection id="arrival" title="Arrival" lead={`By the clock of the property (${fields.timeZone}).`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {TIMES.map(([field, label, description]) => (
          <TextInput
            key={field}
            type="time"
            label={label}
            description={description}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={fields[field]}
            error={wrong[field]}
            onChange={({ currentTarget: { value } }) => set({ [field]: value })}
          />
        ))}
      </SimpleGrid>
    </ContentSection>
  );
}
