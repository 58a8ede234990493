import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Input, Slider, Stack, Text } from '@mantine/core';
import { type FormEvent, type MouseEvent, useState } from 'react';
import { MAX_ALT } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { photoDescribeDocument, type ShownPhotoFragment } from './generated.ts';
import classes from './photos.module.css';

interface DescribePhotoProps {
  readonly photo: ShownPhotoFragment;
  readonly onClose: () => void;
}

const percent = (share: number) => Math.round(share * 100);

/** Alternative text for a photo, and the point that stays visible when it's cropped. */
export function DescribePhoto({ photo, onClose }: DescribePhotoProps) {
  const [alt, setAlt] = useState(photo.alt ?? '');
  const [focus, setFocus] = useState(photo.focus);
  const { mutate, isPending, error } = useTeamMutation(photoDescribeDocument);
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: { id: photo.id, alt: alt.trim(), focus } }, { onSuccess: onClose });
  };
  const point = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setFocus({ x: (clientX - left) / width, y: (clientY - top) / height });
  };
  return (
    <OpenDialog onClose={onClose} title={t`Describe photo`} size="lg">
      <Form error={error} onSubmit={save}>
        <Stack gap="md">
          <Textarea
            field="alt"
            label={t`What it shows`}
            description={t`For guests who can't see it, and for their assistants.`}
            maxLength={MAX_ALT}
            autosize
            value={alt}
            onChange={({ currentTarget: { value } }) => setAlt(value.replaceAll('\n', ' '))}
          />
          <div>
            <Text size="sm" fw={500} mb={4}>
              <Trans>What must stay visible</Trans>
            </Text>
            {/* the sliders below do the same without a pointer */}
            <button type="button" tabIndex={-1} aria-hidden className={classes.focus} onClick={point}>
              <img src={`/media/${photo.sha256}/800`} alt="" />
              <span
                className={classes.point}
                style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
              />
            </button>
          </div>
          <Input.Wrapper label={t`From the left (%)`} labelElement="div">
            <Slider
              value={percent(focus.x)}
              thumbLabel={t`From the left (%)`}
              onChange={(value) => setFocus((before) => ({ ...before, x: value / 100 }))}
            />
          </Input.Wrapper>
          <Input.Wrapper label={t`From the top (%)`} labelElement="div">
            <Slider
              value={percent(focus.y)}
              thumbLabel={t`From the top (%)`}
              onChange={(value) => setFocus((before) => ({ ...before, y: value / 100 }))}
            />
          </Input.Wrapper>
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending}>
              <Trans>Save</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
