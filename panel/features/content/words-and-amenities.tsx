import { t } from '@lingui/core/macro';
import { Amenities } from './amenities.tsx';
import { ContentSection } from './content-section.tsx';
import { Descriptions, type TypedDescription } from './descriptions.tsx';

/** Content fields shared by properties and unit types. */
interface Said {
  readonly descriptions: readonly TypedDescription[];
  readonly amenities: readonly string[];
}

interface WordsAndAmenitiesProps {
  readonly fields: Said;
  readonly wrong: { readonly descriptions?: string | undefined; readonly amenities?: string | undefined };
  readonly set: (change: Partial<Said>) => void;
  /** Purpose of each section, in a sentence. */
  readonly leads: { readonly descriptions: string; readonly amenities: string };
}

/** Sections for the descriptions and amenities of a property or unit type. */
export function WordsAndAmenities({ fields, wrong, set, leads }: WordsAndAmenitiesProps) {
  return (
    <>
      <ContentSection id="descriptions" title={t`Descriptions`} lead={leads.descriptions}>
        <Descriptions
          descriptions={fields.descriptions}
          refusal={wrong.descriptions}
          onChange={(descriptions) => set({ descriptions })}
        />
      </ContentSection>
      <ContentSection id="amenities" title={t`Amenities`} lead={leads.amenities} refusal={wrong.amenities}>
        <Amenities chosen={fields.amenities} onChange={(amenities) => set({ amenities })} />
      </ContentSection>
    </>
  );
}
