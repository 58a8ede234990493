import { useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { sendFile, sha256Of } from '../../api/send-file.ts';
import { tasksPhotoAnnounceDocument, tasksPhotosAddDocument } from './generated.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** A photo being uploaded: the fraction sent, and why it was refused. */
export interface PhotoUpload {
  readonly key: number;
  readonly name: string;
  readonly share: number;
  readonly problem: string | null;
}

let made = 0;

/** Uploads photos one after the other and adds them to a task; refused photos stay listed until dismissed. */
export function usePhotos(taskId: string) {
  const [uploads, setUploads] = useState<readonly PhotoUpload[]>([]);
  const announce = useTeamMutation(tasksPhotoAnnounceDocument);
  const attach = useTeamMutation(tasksPhotosAddDocument);
  const change = (key: number, part: Partial<PhotoUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function upload(chosen: File, key: number): Promise<void> {
    try {
      const file = await shrinkPhoto(chosen);
      const input = { taskId, bytes: file.size, sha256: await sha256Of(file), name: file.name };
      const { taskPhotoUploadCreate } = await announce.mutateAsync({ input });
      const { mediaId, uploadUrl } = taskPhotoUploadCreate ?? {};
      if (!mediaId || !uploadUrl) return;
      await sendFile(uploadUrl, file, (share) => change(key, { share }));
      await attach.mutateAsync({ taskId, mediaIds: [mediaId] });
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
