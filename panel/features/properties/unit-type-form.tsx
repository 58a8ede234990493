import { msg, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { translated } from '../../i18n/translated.ts';
import { Editor } from '../content/editor.tsx';
import { useDraft } from '../content/use-draft.ts';
import { WordsAndAmenities } from '../content/words-and-amenities.tsx';
import { type EditedUnitTypeFragment, unitTypeEditDocument } from './generated.ts';
import { RoomFields } from './room-fields.tsx';
import { SaleFields } from './sale-fields.tsx';
import {
  changeOfUnitType,
  fieldsOfUnitType,
  mistakesInUnitType,
  type UnitTypeFields,
  type UnitTypePartProps,
} from './unit-type-fields.ts';

interface UnitTypeFormProps {
  readonly unitType: EditedUnitTypeFragment;
  readonly currency: string;
  /** Content below the form: the unit type's photos. */
  readonly below: ReactNode;
}

const SECTIONS = translated([
  { id: 'basics', title: msg`Basics`, fields: ['name', 'kind', 'units', 'position', 'active', 'externalId'] },
  {
    id: 'guests',
    title: msg`Guests and rate`,
    fields: [
      'maxGuests',
      'baseGuests',
      'maxAdults',
      'maxChildren',
      'childAgeBands',
      'baseRate',
      'adultSupplement',
      'childSupplement',
    ],
  },
  { id: 'rooms', title: msg`Rooms and beds`, fields: ['bedrooms', 'bathrooms', 'areaM2', 'beds'] },
  { id: 'descriptions', title: msg`Descriptions`, fields: ['descriptions'] },
  { id: 'amenities', title: msg`Amenities`, fields: ['amenities'] },
  { id: 'photos', title: msg`Photos`, fields: [] },
]);

/** All content for a unit type, saved together. */
export function UnitTypeForm({ unitType, currency, below }: UnitTypeFormProps) {
  const draft = useDraft(fieldsOfUnitType(unitType, currency));
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(unitTypeEditDocument);
  const { value: fields, changed } = draft;
  const mistakes = mistakesInUnitType(fields, currency);
  const wrong = { ...refusalsOf(error), ...mistakes };
  const set = (change: Partial<UnitTypeFields>) => {
    if (error || isSuccess) reset();
    draft.set(change);
  };
  const save = () => {
    const input = changeOfUnitType(unitType.id, fields, changed, currency);
    mutate({ input }, { onSuccess: () => draft.saved(fields) });
  };
  const part: UnitTypePartProps = { fields, set, wrong, currency };
  return (
    <Editor
      label={t`Sections of ${unitType.name}`}
      sections={SECTIONS}
      {...{ draft, save, below, error }}
      valid={Object.keys(mistakes).length === 0}
      isSaving={isPending}
      isSaved={isSuccess}
    >
      <SaleFields {...part} />
      <RoomFields {...part} />
      <WordsAndAmenities
        {...part}
        leads={{
          descriptions: t`What guests and their assistants read about a unit.`,
          amenities: t`Amenities in every unit of this type, in addition to the property’s.`,
        }}
      />
    </Editor>
  );
}
