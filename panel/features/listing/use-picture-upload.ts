import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { sendFile, sha256Of } from '../../api/send-file.ts';
import { type ListingMediaKind, listingPictureAnnounceDocument } from './generated.ts';

/** A file being uploaded: the fraction sent, or why it was refused. */
export interface PictureUpload {
  readonly name: string;
  readonly share: number;
  readonly problem: string | null;
}

/**
 * Uploads pictures of one kind, one at a time. `onUploaded` gets the picture's id; the listing shows whether
 * the picture is ready.
 */
export function usePictureUpload(slug: string, kind: ListingMediaKind, onUploaded: (id: string) => void) {
  const [upload, setUpload] = useState<PictureUpload | null>(null);
  // Keeps the latest callback, so that it reflects edits made during the upload.
  const uploaded = useRef(onUploaded);
  useEffect(() => {
    uploaded.current = onUploaded;
  }, [onUploaded]);
  const { mutateAsync: announce } = useTeamMutation(listingPictureAnnounceDocument);

  async function add(file: File | null): Promise<void> {
    if (!file) return;
    setUpload({ name: file.name, share: 0, problem: null });
    try {
      const input = { kind, bytes: file.size, sha256: await sha256Of(file) };
      const told = file.type === '' ? {} : { contentType: file.type };
      const { appListingMediaCreate } = await announce({ slug, input: { ...input, ...told } });
      const { media, uploadUrl } = appListingMediaCreate;
      if (uploadUrl)
        await sendFile(uploadUrl, file, (share) => setUpload({ name: file.name, share, problem: null }));
      if (media) uploaded.current(media.id);
      setUpload(null);
    } catch (error) {
      setUpload({ name: file.name, share: 0, problem: sentenceOf(error) });
    }
  }

  return { upload, add, dismiss: () => setUpload(null) };
}
