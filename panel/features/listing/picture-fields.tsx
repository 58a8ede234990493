import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, FileButton, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash, IconUpload } from '@tabler/icons-react';
import { MAX_ALT, MAX_GALLERY } from '../../../schema/limits.ts';
import { UploadRow } from '../../components/upload-row.tsx';
import { ContentSection } from '../content/content-section.tsx';
import { Refusal } from '../content/refusal.tsx';
import type { ListingMediaKind, ShownPictureFragment } from './generated.ts';
import classes from './listing.module.css';
import type { ListingPartProps } from './listing-fields.ts';
import { usePictureUpload } from './use-picture-upload.ts';

interface PictureFieldsProps extends ListingPartProps {
  readonly app: { readonly slug: string; readonly name: string };
  /** All uploaded pictures. */
  readonly pictures: readonly ShownPictureFragment[];
}

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif';

/** The icon, and the gallery in order, each picture with alternative text. */
export function PictureFields(props: PictureFieldsProps) {
  const { app, pictures, fields, set, wrong } = props;
  const pictureOf = (id: string | null) => pictures.find((one) => one.id === id);
  return (
    <ContentSection
      id="pictures"
      title={t`Pictures`}
      lead={t`We re-encode them and remove camera metadata.`}
      refusal={wrong.gallery}
    >
      <Group align="center" gap="lg">
        <Picture picture={pictureOf(fields.icon)} kind="icon" alt={t`Icon`} />
        <Stack gap="xs">
          <Upload slug={app.slug} kind="icon" onUploaded={(icon) => set({ icon })}>
            {fields.icon ? t`Replace the icon` : t`Upload an icon`}
          </Upload>
          <Text size="sm" c="dimmed">
            <Trans>Square, 512 to 2,048 pixels per side, at most 10 MB.</Trans>
          </Text>
          <Refusal>{wrong.icon}</Refusal>
        </Stack>
      </Group>
      <Gallery {...props} pictureOf={pictureOf} />
      <Upload
        slug={app.slug}
        kind="gallery"
        disabled={fields.gallery.length >= MAX_GALLERY}
        onUploaded={(media) =>
          fields.gallery.some((one) => one.media === media) ||
          set({ gallery: [...fields.gallery, { media, alt: '' }] })
        }
      >
        {t`Add a picture`}
      </Upload>
      <Text size="sm" c="dimmed">
        <Trans>16:9, 1600 × 900 to 3840 × 2160 pixels, at most {MAX_GALLERY} pictures of 10 MB each.</Trans>
      </Text>
    </ContentSection>
  );
}

interface GalleryProps extends PictureFieldsProps {
  readonly pictureOf: (id: string) => ShownPictureFragment | undefined;
}

function Gallery({ app, fields: { gallery }, set, wrong, pictureOf }: GalleryProps) {
  if (gallery.length === 0) return null;
  const move = (from: number, to: number) => {
    const [moved] = gallery.slice(from, from + 1);
    if (moved) set({ gallery: gallery.toSpliced(from, 1).toSpliced(to, 0, moved) });
  };
  return (
    <ol className={classes.gallery} aria-label={t`Pictures of ${app.name}`}>
      {gallery.map(({ media, alt }, place) => (
        <li key={media}>
          <Picture picture={pictureOf(media)} kind="gallery" alt={alt} />
          <Stack gap="xs">
            <TextInput
              label={t`What picture ${place + 1} shows`}
              description={t`For hosts who can't see it.`}
              maxLength={MAX_ALT}
              value={alt}
              error={wrong[`gallery.${place}.alt`] ?? wrong[`gallery.${place}.media`]}
              onChange={({ currentTarget: { value } }) =>
                set({ gallery: gallery.with(place, { media, alt: value }) })
              }
            />
            <Group gap="xs">
              <ActionIcon
                variant="default"
                aria-label={t`Move picture ${place + 1} up`}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t`Move picture ${place + 1} down`}
                disabled={place === gallery.length - 1}
                onClick={() => move(place, place + 1)}
              >
                <IconArrowDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t`Remove picture ${place + 1}`}
                onClick={() => set({ gallery: gallery.toSpliced(place, 1) })}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          </Stack>
        </li>
      ))}
    </ol>
  );
}

interface PictureProps {
  readonly picture: ShownPictureFragment | undefined;
  readonly kind: ListingMediaKind;
  readonly alt: string;
}

/** A picture, or why it can't be shown yet; the page refetches every few seconds. */
function Picture({ picture, kind, alt }: PictureProps) {
  const frame = kind === 'icon' ? classes.icon : classes.picture;
  if (!picture) return <div className={frame} />;
  if (picture.status === 'rejected') {
    return (
      <div className={frame} role="alert">
        <Text size="xs" p="xs">
          {picture.problem}
        </Text>
      </div>
    );
  }
  if (picture.status !== 'ready') {
    return (
      <div className={frame} role="status" aria-label={t`The picture is being processed`}>
        <Loader size="sm" />
      </div>
    );
  }
  return (
    <div className={frame}>
      <img src={`/media/apps/${picture.sha256}/${kind === 'icon' ? 512 : 800}`} alt={alt} />
    </div>
  );
}

interface UploadProps {
  readonly slug: string;
  readonly kind: ListingMediaKind;
  readonly onUploaded: (id: string) => void;
  readonly disabled?: boolean;
  readonly children: string;
}

function Upload({ slug, kind, onUploaded, disabled = false, children }: UploadProps) {
  const { upload, add, dismiss } = usePictureUpload(slug, kind, onUploaded);
  const isBusy = disabled || (upload !== null && upload.problem === null);
  return (
    <Stack gap="xs">
      <FileButton accept={ACCEPTED} disabled={isBusy} onChange={add} inputProps={{ 'aria-label': children }}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            w="fit-content"
            disabled={isBusy}
            leftSection={<IconUpload size={16} />}
          >
            {children}
          </Button>
        )}
      </FileButton>
      {upload && <UploadRow upload={upload} onDismiss={dismiss} />}
    </Stack>
  );
}
