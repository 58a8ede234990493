import { msg, t } from '@lingui/core/macro';
import { SimpleGrid, TextInput } from '@mantine/core';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { ListingPartProps } from './listing-fields.ts';

const LINKS = translated([
  ['supportEmail', msg`Support by email`, msg`Where you answer questions.`, 'email'],
  ['supportUrl', msg`Help pages`, msg`Optional.`, 'url'],
  ['privacyUrl', msg`Privacy policy`, msg`Hosts are responsible for their guests’ data.`, 'url'],
  ['termsUrl', msg`Terms`, msg`The agreement between you and a host.`, 'url'],
  ['demoUrl', msg`Demo`, msg`Optional. Where hosts can try the app.`, 'url'],
  ['videoUrl', msg`Video`, msg`Optional. Hosts follow the link.`, 'url'],
]);

/** Support contacts and links. */
export function LinkFields({ fields, set, wrong }: ListingPartProps) {
  return (
    <ContentSection
      id="links"
      title={t`Support and links`}
      lead={t`Hosts see how to reach you before they install the app.`}
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
