import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Stack, Text } from '@mantine/core';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Following, useFileImport } from './file-import.ts';

interface UploadProps extends Following {
  readonly storefrontId: string;
}

/** Sends a file for checking. */
export function Upload({ storefrontId, ...following }: UploadProps) {
  const { send, isSending, error } = useFileImport(following);
  const choose = (file: File | null) =>
    send(file, { kind: /\.csv$/i.test(file?.name ?? '') ? 'csv' : 'platform_json', storefrontId });
  return (
    <Panel title={t`Import a file`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>
            Choose a JSON file in the platform’s format, or a CSV table of unit types or of their nights, at
            most 20 MB. You see every change before anything is changed.
          </Trans>
        </Text>
        <ErrorNote error={error} />
        <FileButton onChange={choose} accept="application/json,.json,text/csv,.csv">
          {(props) => (
            <Button {...props} variant="default" loading={isSending}>
              <Trans>Choose a file</Trans>
            </Button>
          )}
        </FileButton>
      </Stack>
    </Panel>
  );
}
