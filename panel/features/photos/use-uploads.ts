import { useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { sendFile, sha256Of } from '../../api/send-file.ts';
import { photoAnnounceDocument, photoAttachDocument } from './generated.ts';

/** Owner of photos: a property or a unit type. */
export type Showing = { readonly propertyId: string } | { readonly unitTypeId: string };

/** A file being uploaded: the fraction sent, and why it was refused. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  readonly share: number;
  readonly problem: string | null;
}

let made = 0;

/** Uploads files one after the other and adds them to their owner; refused files stay listed until dismissed. */
export function useUploads(showing: Showing) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const announce = useTeamMutation(photoAnnounceDocument);
  const attach = useTeamMutation(photoAttachDocument);
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function upload(file: File, key: number): Promise<void> {
    try {
      const input = { kind: 'image', bytes: file.size, sha256: await sha256Of(file) } as const;
      const told = file.type === '' ? {} : { contentType: file.type };
      const { mediaUploadCreate } = await announce.mutateAsync({ input: { ...input, ...told } });
      const { mediaId, uploadUrl } = mediaUploadCreate ?? {};
      if (uploadUrl) await sendFile(uploadUrl, file, (share) => change(key, { share }));
      if (mediaId) await attach.mutateAsync({ input: { mediaId, ...showing } });
      dismiss(key);
    } catch (error) {
      change(key, { problem: sentenceOf(error) });
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    const started = files.map((file) => {
      made += 1;
      return { file, key: made };
    });
    setUploads((all) => [
      ...all,
      ...started.map(({ file, key }) => ({ key, name: file.name, share: 0, problem: null })),
    ]);
    for (const { file, key } of started) await upload(file, key);
  }

  return { uploads, add, dismiss };
}
