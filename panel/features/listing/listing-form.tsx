import { t } from '@lingui/core/macro';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { Editor } from '../content/editor.tsx';
import { useDraft } from '../content/use-draft.ts';
import { FindingFields } from './finding-fields.tsx';
import { type EditedListingFragment, listingSaveDocument } from './generated.ts';
import { LinkFields } from './link-fields.tsx';
import {
  fieldsOf,
  inputOf,
  type ListingFields,
  type ListingPartProps,
  lackOf,
  SECTIONS,
} from './listing-fields.ts';
import { ListingState } from './listing-state.tsx';
import { PictureFields } from './picture-fields.tsx';
import { WordFields } from './word-fields.tsx';

interface ListingFormProps {
  readonly app: { readonly slug: string; readonly name: string };
  readonly listing: EditedListingFragment;
}

/** An entire listing, saved together as a draft; its actions are above the form. */
export function ListingForm({ app, listing }: ListingFormProps) {
  const draft = useDraft(fieldsOf(listing));
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(listingSaveDocument);
  const { value: fields, changed } = draft;
  const set = (change: Partial<ListingFields>) => {
    if (error || isSuccess) reset();
    draft.set(change);
  };
  const save = () =>
    mutate(
      { slug: app.slug, input: inputOf(fields), submit: false },
      { onSuccess: () => draft.saved(fields) },
    );
  const part: ListingPartProps = { fields, set, wrong: refusalsOf(error) };
  return (
    <>
      <ListingState {...{ app, listing }} isDirty={changed.length > 0} />
      <Editor
        label={t`Sections of the listing of ${app.name}`}
        sections={SECTIONS.map((section) => ({ ...section, missing: lackOf(listing, section.fields) }))}
        {...{ draft, save, error }}
        valid
        isSaving={isPending}
        isSaved={isSuccess}
      >
        <WordFields {...part} />
        <PictureFields {...part} app={app} pictures={listing.media} />
        <FindingFields {...part} />
        <LinkFields {...part} />
      </Editor>
    </>
  );
}
