import { t } from '@lingui/core/macro';
import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { MAX_LISTING_TEXT, MAX_TAGLINE } from '../../../schema/limits.ts';
import { MarkdownPreview } from '../../components/markdown-preview.tsx';
import { decimal } from '../../format/numbers.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { ListingPartProps } from './listing-fields.ts';

/** Text that hosts read: a tagline, a description, and release notes. */
export function WordFields(part: ListingPartProps) {
  const { fields, set, wrong } = part;
  return (
    <ContentSection
      id="words"
      title={t`Text`}
      lead={t`What hosts read first. An operator reviews it before they do.`}
    >
      <TextInput
        label={t`Tagline`}
        description={t`What the app does, in one line. ${fields.tagline.length} of ${MAX_TAGLINE} characters.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={fields.tagline}
        error={wrong.tagline}
        onChange={({ currentTarget: { value } }) => set({ tagline: value })}
      />
      <MarkdownField {...part} field="description" label={t`Description`} rows={9} />
      <MarkdownField {...part} field="changelog" label={t`What's new`} rows={4} />
    </ContentSection>
  );
}

interface MarkdownFieldProps extends ListingPartProps {
  readonly field: 'description' | 'changelog';
  readonly label: string;
  readonly rows: number;
}

function MarkdownField({ field, label, rows, fields, set, wrong }: MarkdownFieldProps) {
  const text = fields[field];
  const count = t`${decimal(text.length)} of ${decimal(MAX_LISTING_TEXT)} characters.`;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Textarea
        label={label}
        description={t`Markdown: **bold**, *italics*, - lists, ## headings. ${count}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={rows}
        maxRows={24}
        value={text}
        error={wrong[field]}
        onChange={({ currentTarget: { value } }) => set({ [field]: value })}
      />
      <MarkdownPreview markdown={text} />
    </SimpleGrid>
  );
}
