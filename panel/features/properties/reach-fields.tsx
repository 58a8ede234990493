import { t } from '@lingui/core/macro';
import { SimpleGrid, TextInput } from '@mantine/core';
import { MAX_LICENCES } from '../../../schema/limits.ts';
import { ContentSection } from '../content/content-section.tsx';
import { RowList } from '../content/row-list.tsx';
import type { PartProps } from './property-fields.ts';

/** Registrations with authorities, which some places require properties to display. */
export function LicenceFields({ fields, set, wrong }: PartProps) {
  return (
    <ContentSection
      id="licences"
      title={t`Licences`}
      lead={t`Registration numbers that guests must see.`}
      refusal={wrong.licences}
    >
      <RowList
        label={t`Licences`}
        one={t`licence`}
        rows={fields.licences}
        most={MAX_LICENCES}
        fresh={{ authority: '', number: '' }}
        onChange={(licences) => set({ licences })}
        fields={({ authority, number }, change, name) => (
          <>
            <TextInput
              label={t`Authority`}
              aria-label={t`Authority of ${name}`}
              maxLength={120}
              value={authority}
              onChange={({ currentTarget: { value } }) => change({ authority: value })}
            />
            <TextInput
              label={t`Number`}
              aria-label={t`Number of ${name}`}
              maxLength={120}
              value={number}
              onChange={({ currentTarget: { value } }) => change({ number: value })}
            />
          </>
        )}
      />
    </ContentSection>
  );
}

/** Contact details for guests. */
export function ContactFields({ fields, set, wrong }: PartProps) {
  const { contact } = fields;
  return (
    <ContentSection
      id="contact"
      title={t`Contact`}
      lead={t`For guests who have booked.`}
      refusal={wrong.contact}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="tel"
          label={t`Phone number`}
          maxLength={40}
          value={contact.phone}
          onChange={({ currentTarget: { value } }) => set({ contact: { ...contact, phone: value } })}
        />
        <TextInput
          type="email"
          label={t`Email address`}
          maxLength={254}
          value={contact.email}
          onChange={({ currentTarget: { value } }) => set({ contact: { ...contact, email: value } })}
        />
      </SimpleGrid>
    </ContentSection>
  );
}
