import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { translated } from '../../i18n/translated.ts';
import { Editor } from '../content/editor.tsx';
import { useDraft } from '../content/use-draft.ts';
import { WordsAndAmenities } from '../content/words-and-amenities.tsx';
import { ArrivalFields } from './arrival-fields.tsx';
import { BasicFields } from './basic-fields.tsx';
import { propertyEditDocument } from './generated.ts';
import { HouseRuleFields } from './house-rule-fields.tsx';
import { missingOf } from './missing.ts';
import { PlaceFields } from './place-fields.tsx';
import type { Property } from './property-detail.ts';
import { changeOf, fieldsOf, mistakesIn, type PartProps, type PropertyFields } from './property-fields.ts';
import { ContactFields, LicenceFields } from './reach-fields.tsx';

interface PropertyFormProps {
  readonly property: Property;
  /** Content below the form: photos and unit types. */
  readonly below: ReactNode;
}

const SECTIONS = translated([
  { id: 'basics', title: msg`Basics`, fields: ['name', 'kind', 'currency', 'timeZone', 'externalId'] },
  { id: 'address', title: msg`Address and map`, fields: ['address', 'geo'] },
  {
    id: 'arrival',
    title: msg`Arrival`,
    fields: ['checkInFrom', 'checkInUntil', 'checkOutUntil', 'manualCheckIn', 'autoAssignUnits'],
  },
  { id: 'descriptions', title: msg`Descriptions`, fields: ['descriptions'] },
  { id: 'amenities', title: msg`Amenities`, fields: ['amenities'] },
  { id: 'house-rules', title: msg`House rules`, fields: ['houseRules'] },
  { id: 'licences', title: msg`Licences`, fields: ['licences'] },
  { id: 'contact', title: msg`Contact`, fields: ['contact'] },
  { id: 'photos', title: msg`Photos`, fields: [] },
  { id: 'unit-types', title: msg`Unit types`, fields: [] },
]);

/** All content for a property, saved together. */
export function PropertyForm({ property, below }: PropertyFormProps) {
  const draft = useDraft(fieldsOf(property));
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(propertyEditDocument);
  const { value: fields, changed } = draft;
  const mistakes = mistakesIn(fields);
  const wrong = { ...refusalsOf(error), ...mistakes };
  const set = (change: Partial<PropertyFields>) => {
    if (error || isSuccess) reset();
    draft.set(change);
  };
  const save = () =>
    mutate({ input: changeOf(property.id, fields, changed) }, { onSuccess: () => draft.saved(fields) });
  const missing = missingOf(property);
  const part: PartProps = { fields, set, wrong };
  return (
    <Editor
      label={t`Sections of ${property.name}`}
      sections={SECTIONS.map((section) => ({ ...section, missing: missing[section.id] ?? null }))}
      {...{ draft, save, below, error }}
      valid={Object.keys(mistakes).length === 0}
      isSaving={isPending}
      isSaved={isSuccess}
    >
      <BasicFields {...part} />
      <PlaceFields {...part} />
      <ArrivalFields {...part} />
      <WordsAndAmenities
        {...part}
        leads={{
          descriptions: t`What guests and their assistants read about the place.`,
          amenities: t`Amenities for every guest. If only some units have an amenity, add it to their unit type.`,
        }}
      />
      <HouseRuleFields {...part} />
      <LicenceFields {...part} />
      <ContactFields {...part} />
    </Editor>
  );
}
