import { t } from '@lingui/core/macro';
import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { useTeam } from '../../layout/session.tsx';
import { DescribePhoto } from './describe-photo.tsx';
import { photoStateDocument, type ShownPhotoFragment } from './generated.ts';
import classes from './photos.module.css';

interface PhotoProps {
  readonly photo: ShownPhotoFragment;
  /** Zero-based position. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
  readonly onDrag: () => void;
  readonly onDrop: () => void;
}

/** One photo: can be moved by dragging or with its buttons, described and removed. */
export function Photo({ photo, place, count, onMove, onRemove, onDrag, onDrop }: PhotoProps) {
  const [over, setOver] = useState(false);
  const [describing, { open, close }] = useDisclosure(false);
  const name = photo.alt ?? t`Photo ${place + 1}`;
  const dragged = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') onDrop();
  };
  return (
    <li
      className={classes.photo}
      draggable
      data-over={over || undefined}
      onDragStart={onDrag}
      onDragOver={dragged}
      onDragLeave={dragged}
      onDrop={dragged}
    >
      <Picture photo={photo} name={name} />
      <Group gap={4} p={6} justify="space-between" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          aria-label={t`Move ${name} forward`}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <IconArrowLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="subtle" aria-label={t`Describe ${name}`} onClick={open}>
          <IconPencil size={18} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t`Move ${name} back`}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <IconArrowRight size={18} />
        </ActionIcon>
      </Group>
      {describing && <DescribePhoto photo={photo} onClose={close} />}
    </li>
  );
}

function Picture({ photo, name }: { readonly photo: ShownPhotoFragment; readonly name: string }) {
  const { status, sha256, focus, problem } = photo;
  if (status === 'rejected')
    return (
      <div className={classes.picture} role="alert">
        <Text size="xs" p="xs">
          {problem}
        </Text>
      </div>
    );
  if (status !== 'ready') return <Processing photo={photo} name={name} />;
  return (
    <div className={classes.picture}>
      <img
        src={`/media/${sha256}/320`}
        alt={name}
        style={{ objectPosition: `${focus.x * 100}% ${focus.y * 100}%` }}
        draggable={false}
      />
    </div>
  );
}

const LOOK_EVERY_MS = 1_000;

/** Polls a photo until it's processed, then refetches the page. */
function Processing({ photo: { id }, name }: { readonly photo: ShownPhotoFragment; readonly name: string }) {
  const { slug } = useTeam();
  const client = useQueryClient();
  const { data } = useTeamQuery(photoStateDocument, { id }, { refreshMs: LOOK_EVERY_MS });
  const status = data?.media?.status;
  const done = status === 'ready' || status === 'rejected';
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: [slug] });
  }, [done, client, slug]);
  return (
    <div className={classes.picture} role="status" aria-label={t`${name} is being processed`}>
      <Loader size="sm" />
    </div>
  );
}
