import { useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { sendFile, sha256Of } from '../../api/send-file.ts';
import { fileAnnouncedDocument } from './generated.ts';

/** A message's file: the fraction sent, its id once uploaded, or why it was refused. */
export interface AttachedFile {
  readonly key: number;
  readonly name: string;
  readonly share: number;
  readonly mediaId: string | null;
  readonly problem: string | null;
}

let made = 0;

/** Uploads files for a message draft; refused files stay listed until dismissed. */
export function useFiles() {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const announce = useTeamMutation(fileAnnouncedDocument);
  const change = (key: number, part: Partial<AttachedFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const remove = (key: number) => setFiles((all) => all.filter((one) => one.key !== key));

  async function upload(file: File, key: number): Promise<void> {
    try {
      const input = {
        ...({ kind: 'attachment', bytes: file.size } as const),
        sha256: await sha256Of(file),
        name: file.name,
      };
      const { mediaUploadCreate } = await announce.mutateAsync({ input });
      const { mediaId, uploadUrl } = mediaUploadCreate ?? {};
      if (uploadUrl) await sendFile(uploadUrl, file, (share) => change(key, { share }));
      change(key, { mediaId: mediaId ?? null, share: 1 });
    } catch (error) {
      change(key, { problem: sentenceOf(error) });
    }
  }

  async function add(chosen: readonly File[]): Promise<void> {
    const started = chosen.map((file) => {
      made += 1;
      return { file, key: made };
    });
    const begun = { share: 0, mediaId: null, problem: null };
    setFiles((all) => [...all, ...started.map(({ file, key }) => ({ key, name: file.name, ...begun }))]);
    for (const { file, key } of started) await upload(file, key);
  }

  return {
    files,
    add,
    remove,
    clear: () => setFiles([]),
    /** True if all files are uploaded, so that the message can be sent. */
    isReady: files.every(({ mediaId }) => mediaId !== null),
    ids: files.flatMap(({ mediaId }) => mediaId ?? []),
  };
}
