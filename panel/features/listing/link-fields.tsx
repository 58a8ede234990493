import { SimpleGrid, TextInput } from '@mantine/core';
import { ContentSection } from '../content/content-section.tsx';
import type { ListingPartProps } from './listing-fields.ts';

const LINKS = [
  ['supportEmail', 'Support by e-mail', 'Where you answer questions.', 'email'],
  ['supportUrl', 'Help pages', 'Optional.', 'url'],
  ['privacyUrl', 'Privacy policy', 'Hosts answer for their guests’ data.', 'url'],
  ['termsUrl', 'Terms', 'What you and a host agree on.', 'url'],
  ['demoUrl', 'Demo', 'Optional: where it can be tried.', 'url'],
  ['videoUrl', 'Film', 'Optional: hosts follow the link.', 'url'],
] as const;

/** Support contacts and links. */
export function LinkFields({ fields, set, wrong }: ListingPartProps) {
  return (
    <ContentSection
      id="links"
      title="Support and links"
      lead="Hosts see where you can be reached before they install."
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
