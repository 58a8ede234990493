import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { RowsDone } from '../../components/rows-done.tsx';
import { transferExportBeginDocument, transferExportDocument } from './generated.ts';

/** Interval for checking whether the file is ready. */
const LOOK_MS = 1_000;

/** Exports a storefront's properties and the team's messages and task rules to a file. */
export function Export({ storefrontId }: { readonly storefrontId: string }) {
  const begin = useTeamMutation(transferExportBeginDocument);
  const [id, setId] = useState<string | null>(null);
  const [isWritten, setIsWritten] = useState(false);
  const { data, error } = useTeamQuery(
    transferExportDocument,
    { id: id ?? '' },
    { enabled: id !== null, ...(!isWritten && { refreshMs: LOOK_MS }) },
  );
  const file = id === null ? null : data?.export;
  if (file && file.status !== 'running' && !isWritten) setIsWritten(true);
  const start = async () => {
    setIsWritten(false);
    setId((await begin.mutateAsync({ storefrontId })).exportCreate.export?.id ?? null);
  };
  return (
    <Panel title={t`Export`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>
            A file with everything this storefront sells, and with your automatic messages and task rules. You
            can import it again, here or into another team.
          </Trans>
        </Text>
        <ErrorNote error={begin.error ?? error} />
        {file?.status === 'running' && file.total > 0 && (
          <RowsDone
            done={file.written}
            total={file.total}
            text={t`${file.written} of ${plural(file.total, { one: '# property', other: '# properties' })} written`}
            label={t`Properties written`}
          />
        )}
        {file?.problem && <Text size="sm">{file.problem}</Text>}
        <Group gap="sm">
          <Button variant="default" loading={begin.isPending || file?.status === 'running'} onClick={start}>
            <Trans>Create export</Trans>
          </Button>
          {file?.url && (
            <Anchor size="sm" href={new URL(file.url).pathname} download>
              <Trans>Download export.json</Trans>
            </Anchor>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}
