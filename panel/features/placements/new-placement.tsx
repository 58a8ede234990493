import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { type PlaceableInjectionFragment, placementAddDocument } from './generated.ts';
import { KINDS, placeName } from './words.ts';

interface NewPlacementProps {
  readonly storefrontId: string;
  readonly entries: readonly PlaceableInjectionFragment[];
}

const keyOf = ({ appSlug, handle }: PlaceableInjectionFragment): string => `${appSlug}/${handle}`;

/** Form that places an installed app's injection as a draft. */
export function NewPlacement({ storefrontId, entries }: NewPlacementProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(placementAddDocument);
  const [chosen, setChosen] = useState('');
  const [where, setWhere] = useState('');
  const entry = entries.find((one) => keyOf(one) === chosen) ?? entries[0];
  if (!entry)
    return (
      <Text size="sm">
        <Trans>No installed app adds content to your storefront. You can find apps in the app store.</Trans>
      </Text>
    );
  const target = entry.targets.includes(where) ? where : entry.target;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const { appSlug, handle } = entry;
    await mutateAsync({ input: { storefrontId, appSlug, handle, target } }).catch(() => {}); // shown below
  };
  return (
    <Form error={error} onSubmit={add} aria-label={t`Add a placement`}>
      <Stack gap="sm" align="flex-start" maw={420}>
        <NativeSelect
          field="key"
          w="100%"
          label={t`Content`}
          data={entries.map((one) => ({
            value: keyOf(one),
            label: `${one.name}, ${one.appName} (${one.kind in KINDS ? KINDS[one.kind as keyof typeof KINDS] : one.kind})`,
          }))}
          value={keyOf(entry)}
          onChange={({ currentTarget: { value } }) => setChosen(value)}
        />
        <NativeSelect
          field="target"
          w="100%"
          label={t`Place`}
          data={entry.targets.map((one) => ({ value: one, label: placeName(one) }))}
          value={target}
          onChange={({ currentTarget: { value } }) => setWhere(value)}
        />
        <ErrorNote error={error} />
        <Button type="submit" variant="default" loading={isPending}>
          <Trans>Add as a draft</Trans>
        </Button>
      </Stack>
    </Form>
  );
}
