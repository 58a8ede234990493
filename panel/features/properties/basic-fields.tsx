import { msg, t } from '@lingui/core/macro';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { MAX_EXTERNAL_ID } from '../../../schema/limits.ts';
import { CurrencyField, TimeZoneField } from '../../components/choice-fields.tsx';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { PropertyKind } from './generated.ts';
import type { PartProps } from './property-fields.ts';

const KINDS: Readonly<Record<PropertyKind, string>> = translated({
  hotel: msg`Hotel`,
  aparthotel: msg`Aparthotel`,
  apartment: msg`Apartment`,
  house: msg`House or cabin`,
  hostel: msg`Hostel`,
  guesthouse: msg`Guesthouse, bed and breakfast`,
  campsite: msg`Campsite`,
  other: msg`Other`,
});

/** Name, kind, currency and time zone. */
export function BasicFields({ fields, set, wrong }: PartProps) {
  return (
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
          onChange={({ currentTarget: { value } }) => set({ kind: value as PropertyKind })} // an option
        />
        <TextInput
          label={t`Your own id`}
          description={t`In another system, if there is one`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={MAX_EXTERNAL_ID}
          value={fields.externalId}
          error={wrong.externalId}
          onChange={({ currentTarget: { value } }) => set({ externalId: value })}
        />
        <CurrencyField
          label={t`Currency`}
          description={t`Fixed after the first booking`}
          value={fields.currency}
          error={wrong.currency}
          onChange={(value) => set({ currency: value })}
        />
        <TimeZoneField
          label={t`Time zone`}
          description={t`Fixed after the first booking`}
          value={fields.timeZone}
          error={wrong.timeZone}
          onChange={(value) => set({ timeZone: value })}
        />
      </SimpleGrid>
    </ContentSection>
  );
}
