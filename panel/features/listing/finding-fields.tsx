import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import { MAX_CATEGORIES, MAX_LISTING_LANGUAGES } from '../../../schema/limits.ts';
import { CATEGORY_WORDS } from '../../components/listing-words.ts';
import { LANGUAGES, languageName } from '../../format/languages.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { AppCategory } from './generated.ts';
import type { ListingPartProps } from './listing-fields.ts';

const CATEGORIES = Object.entries(CATEGORY_WORDS).map(([value, label]) => ({ value, label }));

/** Fields that help hosts find the app. */
export function FindingFields({ fields, set, wrong }: ListingPartProps) {
  const tags = [...new Set([...LANGUAGES, ...fields.languages])];
  return (
    <ContentSection id="finding" title={t`Discovery`} lead={t`Hosts can filter the store by these.`}>
      <MultiSelect
        label={t`Categories`}
        description={t`At most ${MAX_CATEGORIES}.`}
        data={CATEGORIES}
        maxValues={MAX_CATEGORIES}
        value={[...fields.categories]}
        error={wrong.categories}
        onChange={(categories) => set({ categories: categories as AppCategory[] })} // from the list above
      />
      <MultiSelect
        label={t`Languages`}
        description={t`Languages the app supports.`}
        data={tags.map((value) => ({ value, label: languageName(value) }))}
        searchable
        maxValues={MAX_LISTING_LANGUAGES}
        value={[...fields.languages]}
        error={wrong.languages}
        onChange={(languages) => set({ languages })}
      />
    </ContentSection>
  );
}
