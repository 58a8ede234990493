import { Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { type PolicyKind, storefrontsSetDocument } from './generated.ts';
import type { Storefront } from './storefront.ts';

interface PolicyFormProps {
  readonly storefront: Storefront;
  readonly kind: PolicyKind;
  /** A heading to start from. */
  readonly suggestion: string;
  /** The current page; undefined if there is none. */
  readonly policy: Storefront['policies'][number] | undefined;
}

/** Writes, changes or removes one policy page. */
export function PolicyForm({ storefront, kind, suggestion, policy }: PolicyFormProps) {
  const save = useTeamMutation(storefrontsSetDocument);
  const remove = useTeamMutation(storefrontsSetDocument);
  const [title, setTitle] = useState(policy?.title ?? suggestion);
  const [text, setText] = useState(policy?.text ?? '');
  const others = storefront.policies.filter((page) => page.kind !== kind);
  const policies = [...others, { kind, title: title.trim(), text: text.trim() }];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ input: { id: storefront.id, policies } });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Heading"
          maxLength={120}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          description="Separate paragraphs with an empty line."
          rows={8}
          maxLength={20_000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ErrorNote error={save.error} />
        <SaveRow
          label={policy ? 'Save' : 'Publish'}
          disabled={!title.trim() || !text.trim()}
          isSaving={save.isPending}
          isSaved={save.isSuccess}
        >
          {policy && (
            <ConfirmButton
              title="Remove this page?"
              text="Guests and agents can no longer find it, and its text is deleted."
              confirmLabel="Remove"
              onConfirm={() =>
                remove.mutateAsync({ input: { id: storefront.id, policies: others } }).then(() => setText(''))
              }
              isPending={remove.isPending}
              error={remove.error}
            >
              Remove
            </ConfirmButton>
          )}
        </SaveRow>
      </Stack>
    </form>
  );
}
