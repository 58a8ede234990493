import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/panel.tsx';
import type { Following } from './file-import.ts';
import { transferImportBeginDocument } from './generated.ts';

interface ReadPageProps extends Following {
  readonly storefrontId: string;
}

/** Creates a draft from a page on the host's own site. */
export function ReadPage({ storefrontId, onBegin, onSent }: ReadPageProps) {
  const { mutate, isPending, error } = useTeamMutation(transferImportBeginDocument);
  const [url, setUrl] = useState('');
  const refused = refusalsOf(error);
  const read = (event: FormEvent) => {
    event.preventDefault();
    onBegin();
    const input = { kind: 'web_page', storefrontId, url: url.trim() } as const;
    mutate(
      { input },
      { onSuccess: ({ importCreate }) => importCreate.import && onSent(importCreate.import.id) },
    );
  };
  return (
    <Panel title={t`Start from your web page`}>
      <Form error={error} onSubmit={read}>
        <Text size="sm" mb="sm">
          <Trans>
            A page with schema.org structured data becomes the draft of a property. You check it before
            anything is saved, and its unit types stay off sale until you put them on sale.
          </Trans>
        </Text>
        <Group align="flex-start" gap="sm">
          <TextInput
            field="url"
            type="url"
            aria-label={t`Address of the page`}
            placeholder="https://www.example.com/"
            flex={1}
            miw={220}
            maw={520}
            maxLength={2_000}
            required
            value={url}
            error={refused.url}
            onChange={({ currentTarget: { value } }) => setUrl(value)}
          />
          <Button type="submit" variant="default" loading={isPending} disabled={url.trim() === ''}>
            <Trans>Read the page</Trans>
          </Button>
        </Group>
        {!refused.url && <ErrorNote error={error} />}
      </Form>
    </Panel>
  );
}
