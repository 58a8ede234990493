import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { sendFile, sha256Of } from '../../api/send-file.ts';
import { lookAnnounceDocument, lookPhotoDocument } from './generated.ts';
import classes from './look.module.css';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface PhotoFieldProps {
  readonly label: string;
  readonly description: string;
  readonly id: string | null;
  readonly onChange: (id: string | null) => void;
  /** Called once the photo is processed, and pages can show it. */
  readonly onReady: () => void;
  /** The API's reason for rejecting the photo. */
  readonly error?: string | undefined;
  /** Point that stays visible when the photo is cropped; without it, the photo is shown whole. */
  readonly focus?: Point;
  readonly onFocus?: (focus: Point) => void;
}

const LOOK_EVERY_MS = 1_000;

/** Uploads one photo, replaces or removes it, and picks its focus. */
export function PhotoField(props: PhotoFieldProps) {
  const { label, description, id, onChange, error } = props;
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const announce = useTeamMutation(lookAnnounceDocument);
  const upload = async (file: File | null) => {
    if (!file) return;
    setSending(true);
    setProblem(null);
    try {
      const input = { kind: 'image', bytes: file.size, sha256: await sha256Of(file) } as const;
      const told = file.type === '' ? {} : { contentType: file.type };
      const { mediaUploadCreate } = await announce.mutateAsync({ input: { ...input, ...told } });
      if (mediaUploadCreate?.uploadUrl) await sendFile(mediaUploadCreate.uploadUrl, file, () => undefined);
      if (mediaUploadCreate?.mediaId) onChange(mediaUploadCreate.mediaId);
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setSending(false);
    }
  };
  const refusal = problem ?? error;
  return (
    <Stack gap={6}>
      <div>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </div>
      {id !== null && <Shown key={id} {...props} id={id} />}
      <Group gap="xs">
        <FileButton accept="image/jpeg,image/png,image/webp,image/heic,image/heif" onChange={upload}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="sm"
              loading={isSending}
              leftSection={<IconPhotoUp size={16} />}
              aria-label={`${id === null ? t`Upload` : t`Replace`}: ${label}`}
            >
              {id === null ? t`Upload` : t`Replace`}
            </Button>
          )}
        </FileButton>
        {id !== null && (
          <Button
            variant="subtle"
            color="red"
            size="sm"
            leftSection={<IconTrash size={16} />}
            aria-label={t`Remove: ${label}`}
            onClick={() => onChange(null)}
          >
            <Trans>Remove</Trans>
          </Button>
        )}
      </Group>
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Text>
      )}
    </Stack>
  );
}

function Shown({ id, label, focus, onFocus, onReady }: PhotoFieldProps & { readonly id: string }) {
  const [isDone, setDone] = useState(false);
  const { data } = useTeamQuery(lookPhotoDocument, { id }, isDone ? {} : { refreshMs: LOOK_EVERY_MS });
  const photo = data?.media;
  const status = photo?.status;
  useEffect(() => {
    if (status !== 'ready' && status !== 'rejected') return;
    setDone(true);
    if (status === 'ready') onReady();
  }, [status, onReady]);
  if (!photo) return null;
  if (status === 'rejected')
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {photo.problem}
      </Text>
    );
  if (status !== 'ready')
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">
          <Trans>Processing the photo</Trans>
        </Text>
      </Group>
    );
  if (!focus || !onFocus)
    return <img className={classes.whole} src={`/media/${photo.sha256}/320`} alt={label} />;
  const point = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const share = (at: number) => Math.round(Math.min(1, Math.max(0, at)) * 100) / 100;
    onFocus({ x: share((clientX - left) / width), y: share((clientY - top) / height) });
  };
  return (
    <>
      {/* the number fields below do the same without a pointer */}
      <button type="button" tabIndex={-1} aria-hidden className={classes.focus} onClick={point}>
        <img src={`/media/${photo.sha256}/800`} alt="" />
        <span className={classes.point} style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }} />
      </button>
      <Text size="xs" c="dimmed">
        <Trans>Click the point that must stay visible.</Trans>
      </Text>
    </>
  );
}
