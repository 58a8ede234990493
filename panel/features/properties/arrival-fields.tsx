import { msg, t } from '@lingui/core/macro';
import { SimpleGrid, Switch, TextInput } from '@mantine/core';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { PartProps } from './property-fields.ts';

const TIMES = translated([
  ['checkInFrom', msg`Check-in from`, msg`Leave empty if not stated`],
  ['checkInUntil', msg`Check-in until`, msg`Earlier than the start means after midnight`],
  ['checkOutUntil', msg`Check-out by`, msg`Leave empty if not stated`],
]);

/** Check-in and check-out times, in the property's time zone. */
export function ArrivalFields({ fields, set, wrong }: PartProps) {
  return (
    <ContentSection
      id="arrival"
      title={t`Arrival`}
      lead={t`In the property's time zone (${fields.timeZone}).`}
    >
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
      <Switch
        mt="md"
        label={t`The desk checks guests in and out`}
        description={t`Otherwise, arrivals and departures are assumed at these times, or at 15:00 and 11:00.`}
        checked={fields.manualCheckIn}
        onChange={({ currentTarget: { checked } }) => set({ manualCheckIn: checked })}
      />
      <Switch
        mt="md"
        label={t`Assign units automatically`}
        description={t`Each confirmed booking gets the free unit that leaves the smallest gaps. Units that you assign stay.`}
        checked={fields.autoAssignUnits}
        onChange={({ currentTarget: { checked } }) => set({ autoAssignUnits: checked })}
      />
    </ContentSection>
  );
}
