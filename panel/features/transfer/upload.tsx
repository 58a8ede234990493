import { Button, FileButton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { transferImportBeginDocument } from './generated.ts';

interface UploadProps {
  readonly storefrontId: string;
  /** Called with the import once its file is uploaded. */
  readonly onSent: (id: string) => void;
}

/** Largest import file. */
const MAX_FILE_BYTES = 20_000_000;

/** Sends a file for checking. */
export function Upload({ storefrontId, onSent }: UploadProps) {
  const begin = useTeamMutation(transferImportBeginDocument);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const send = async (file: File | null) => {
    if (!file) return;
    setProblem(null);
    if (file.size > MAX_FILE_BYTES) return setProblem(new Error('A file can be at most 20 MB.'));
    setIsSending(true);
    try {
      const kind = /\.csv$/i.test(file.name) ? 'csv' : 'platform_json';
      const begun = (await begin.mutateAsync({ input: { kind, storefrontId } })).importCreate.import;
      if (!begun?.uploadUrl) return;
      const { pathname } = new URL(begun.uploadUrl);
      const { ok } = await fetch(pathname, { method: 'PUT', body: file });
      if (!ok) throw new Error("The file couldn't be sent. Try again.");
      onSent(begun.id);
    } catch (error) {
      if (!begin.isError)
        setProblem(error instanceof Error ? error : new Error("The file couldn't be sent."));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Panel title="Import a file">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Choose a JSON file in the platform’s format, or a CSV table of unit types or of their nights, at
          most 20 MB. You see every change before anything is changed.
        </Text>
        <ErrorNote error={begin.error ?? problem} />
        <FileButton onChange={send} accept="application/json,.json,text/csv,.csv">
          {(props) => (
            <Button {...props} variant="default" loading={isSending}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Stack>
    </Panel>
  );
}
