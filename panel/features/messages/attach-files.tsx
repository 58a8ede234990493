import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, CloseButton, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { MAX_ATTACHMENTS } from '../../../schema/limits.ts';
import { UploadRow } from '../../components/upload-row.tsx';
import type { AttachedFile } from './use-files.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf,.pdf';

interface AttachFilesProps {
  readonly files: readonly AttachedFile[];
  readonly add: (files: readonly File[]) => void;
  readonly remove: (key: number) => void;
}

/** Files for a message draft, and a button that adds more. */
export function AttachFiles({ files, add, remove }: AttachFilesProps) {
  return (
    <Stack gap="xs">
      {files.map((file) =>
        file.mediaId === null ? (
          <UploadRow key={file.key} upload={file} onDismiss={() => remove(file.key)} />
        ) : (
          <Group key={file.key} gap="xs" wrap="nowrap">
            <Text size="sm" truncate>
              {file.name}
            </Text>
            <CloseButton size="sm" aria-label={t`Remove ${file.name}`} onClick={() => remove(file.key)} />
          </Group>
        ),
      )}
      <Group gap="sm">
        <FileButton multiple accept={ACCEPTED} onChange={add}>
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              disabled={files.length >= MAX_ATTACHMENTS}
              leftSection={<IconPaperclip size={16} aria-hidden />}
            >
              <Trans>Attach files</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          <Trans>Photos and PDFs, up to {MAX_ATTACHMENTS} files of 10 MB each</Trans>
        </Text>
      </Group>
    </Stack>
  );
}
