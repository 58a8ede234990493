import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { MAX_PHOTOS } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { UploadRow } from '../../components/upload-row.tsx';
import { photoDetachDocument, photosOrderDocument, type ShownPhotoFragment } from './generated.ts';
import { Photo } from './photo.tsx';
import classes from './photos.module.css';
import { type Showing, useUploads } from './use-uploads.ts';

interface PhotosProps {
  /** The photographed item's name, as the host knows it. */
  readonly name: string;
  readonly showing: Showing;
  readonly photos: readonly ShownPhotoFragment[];
}

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

/** Photos of a property or unit type, in order, and a control that adds more. */
export function Photos({ name, showing, photos }: PhotosProps) {
  const { uploads, add, dismiss } = useUploads(showing);
  const order = useTeamMutation(photosOrderDocument);
  const detach = useTeamMutation(photoDetachDocument);
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const ids = photos.map(({ id }) => id);
    const [moved = ''] = ids.splice(from, 1);
    ids.splice(to, 0, moved);
    order.mutate({ input: { ...showing, mediaIds: ids } });
  };
  return (
    <Stack gap="sm">
      {photos.length > 0 && (
        <ol className={classes.photos} aria-label={t`Photos of ${name}`}>
          {photos.map((photo, place) => (
            <Photo
              key={photo.id}
              {...{ photo, place }}
              count={photos.length}
              onMove={(to) => move(place, to)}
              onRemove={() => detach.mutate({ input: { ...showing, mediaId: photo.id } })}
              onDrag={() => setDragged(place)}
              onDrop={() => dragged !== null && dragged !== place && move(dragged, place)}
            />
          ))}
        </ol>
      )}
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
      ))}
      <ErrorNote error={order.error ?? detach.error} />
      <AddPhotos name={name} add={add} full={photos.length >= MAX_PHOTOS} />
    </Stack>
  );
}

interface AddPhotosProps {
  readonly name: string;
  readonly add: (files: readonly File[]) => void;
  readonly full: boolean;
}

/** Upload button and drop area. */
function AddPhotos({ name, add, full }: AddPhotosProps) {
  const [over, setOver] = useState(false);
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop' && event.dataTransfer.files.length > 0) add([...event.dataTransfer.files]);
  };
  return (
    <Group
      className={classes.drop ?? ''}
      data-over={over || undefined}
      onDragOver={dragged}
      onDragLeave={dragged}
      onDrop={dragged}
    >
      <FileButton
        multiple
        accept={ACCEPTED}
        disabled={full}
        onChange={add}
        inputProps={{ 'aria-label': t`Files for ${name}` }}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
            <Trans>Add photos</Trans>
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        <Trans>or drop them here. JPEG, PNG, WebP or HEIC, at most 20 MB each.</Trans>
      </Text>
    </Group>
  );
}
