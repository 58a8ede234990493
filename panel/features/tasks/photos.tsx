import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { MAX_TASK_PHOTOS } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { UploadRow } from '../../components/upload-row.tsx';
import { instantAt } from '../../format/dates.ts';
import { tasksPhotoRemoveDocument, type WorkFragment } from './generated.ts';
import classes from './tasks.module.css';
import { usePhotos } from './use-photos.ts';

// Without HEIC, so that phones convert their photos.
const ACCEPTED = 'image/jpeg,image/png,image/webp';

interface PhotosProps {
  readonly task: Pick<WorkFragment, 'id' | 'photos' | 'property'>;
  /** True if the task can't be changed anymore. */
  readonly disabled?: boolean;
}

/** A task's photos, and buttons that take or choose more. */
export function Photos({ task: { id, photos, property }, disabled = false }: PhotosProps) {
  const { uploads, add, dismiss } = usePhotos(id);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = photos.find((photo) => photo.id === openId);
  const isFull = photos.length + uploads.length >= MAX_TASK_PHOTOS;
  return (
    <Stack gap="sm">
      {photos.length > 0 && (
        <ul className={classes.photos} aria-label={t`Photos`}>
          {photos.map((photo, place) => (
            <li key={photo.id}>
              <button
                type="button"
                className={classes.photo}
                aria-label={t`Open photo ${place + 1} of ${photos.length}`}
                onClick={() => setOpenId(photo.id)}
              >
                <Picture url={photo.url} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
      ))}
      {!disabled && !isFull && (
        <Group gap="xs">
          <FileButton
            accept={ACCEPTED}
            capture="environment"
            onChange={(file) => file && add([file])}
            inputProps={{ 'aria-label': t`Photo from the camera` }}
          >
            {(props) => (
              <Button
                {...props}
                hiddenFrom="sm"
                variant="default"
                px="sm"
                className={classes.touch ?? ''}
                leftSection={<IconCamera size={18} aria-hidden />}
              >
                <Trans>Take a photo</Trans>
              </Button>
            )}
          </FileButton>
          <FileButton multiple accept={ACCEPTED} onChange={add} inputProps={{ 'aria-label': t`Photo files` }}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                px="sm"
                className={classes.touch ?? ''}
                leftSection={<IconPhotoPlus size={18} aria-hidden />}
              >
                <Trans>Add photos</Trans>
              </Button>
            )}
          </FileButton>
        </Group>
      )}
      {!disabled && isFull && (
        <Text size="sm" c="dimmed">
          <Trans>A task can have at most {MAX_TASK_PHOTOS} photos.</Trans>
        </Text>
      )}
      {open && (
        <OpenDialog onClose={() => setOpenId(null)} title={t`Photo`} size="xl" centered>
          <Stack>
            <Picture url={open.url} alt={t`By ${open.authorName}`} className={classes.large} />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {open.authorName}, {instantAt(open.createdAt, property?.timeZone)}
              </Text>
              {!disabled && <RemovePhoto taskId={id} photoId={open.id} removed={() => setOpenId(null)} />}
            </Group>
          </Stack>
        </OpenDialog>
      )}
    </Stack>
  );
}

interface PictureProps {
  readonly url: string;
  readonly alt: string;
  readonly className?: string | undefined;
}

/** Keeps the first URL, since each refresh brings another one for the same picture, and the newest if it has expired. */
function Picture({ url, alt, className }: PictureProps) {
  const [shown, setShown] = useState(url);
  const { pathname, search } = new URL(shown);
  return <img src={`${pathname}${search}`} alt={alt} className={className} onError={() => setShown(url)} />;
}

interface RemovePhotoProps {
  readonly taskId: string;
  readonly photoId: string;
  readonly removed: () => void;
}

function RemovePhoto({ taskId, photoId, removed }: RemovePhotoProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(tasksPhotoRemoveDocument);
  return (
    <ConfirmButton
      className={classes.touch ?? ''}
      title={t`Delete this photo?`}
      text={t`No one can see it afterwards.`}
      confirmLabel={t`Delete the photo`}
      isPending={isPending}
      error={error}
      onConfirm={async () => {
        await mutateAsync({ taskId, photoId });
        removed();
      }}
    >
      <Trans>Delete</Trans>
    </ConfirmButton>
  );
}
