import { SimpleGrid, TextInput } from '@mantine/core';
import { ContentSection } from '../content/content-section.tsx';
import type { ListingPartProps } from './listing-fields.ts';

const LINKS = [
  ['supportEmail', 'Support by email', 'Where you answer questions.', 'email'],
  ['supportUrl', 'Help pages', 'Optional.', 'url'],
  ['privacyUrl', 'Privacy policy', 'Hosts are responsible for their guests’ data.', 'url'],
  ['termsUrl', 'Terms', 'The agreement between you and a host.', 'url'],
  ['demoUrl', 'Demo', 'Optional. Where hosts can try the app.', 'url'],
  ['videoUrl', 'Video', 'Optional. Hosts follow the link.', 'url'],
] as const;

/** Support contacts and links. */
export function LinkFields({ fields, set, wrong }: ListingPartProps) {
  return (
    <ContentSection
      id="links"
      title="Support and links"
      lead="Hosts see how to reach you before they install the app."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {LINKS.map(([field, label, description, type]) => (
          <TextInput
            key={field}
            {...{ label, description, type }}
            placeholder={type === 'url' ? 'https://' : ''}
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
