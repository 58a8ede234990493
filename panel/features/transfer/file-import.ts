import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type ImportCreateInput, transferImportBeginDocument } from './generated.ts';

/** Largest import file. */
const MAX_FILE_BYTES = 20_000_000;

/** Follows a source's imports. */
export interface Following {
  /** Called before a new import, to hide the previous one's result. */
  readonly onBegin: () => void;
  /** Called with the import once it can be read: after its upload, if it has a file. */
  readonly onSent: (id: string) => void;
}

/** Sends files for checking. */
export function useFileImport({ onBegin, onSent }: Following) {
  const begin = useTeamMutation(transferImportBeginDocument);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const send = async (file: File | null, input: ImportCreateInput) => {
    if (!file) return;
    onBegin();
    setProblem(null);
    if (file.size > MAX_FILE_BYTES) return setProblem(new Error('A file can be at most 20 MB.'));
    setIsSending(true);
    try {
      const begun = (await begin.mutateAsync({ input })).importCreate.import;
      if (!begun?.uploadUrl) return;
      const { pathname } = new URL(begun.uploadUrl);
      const { ok } = await fetch(pathname, { method: 'PUT', body: file });
      if (!ok) throw new Error("The file couldn't be sent. Try again.");
      onSent(begun.id);
    } catch (error) {
      if (!begin.isError)
        setProblem(error instanceof Error ? error : new Error("The file couldn't be sent."));
    } finally {
      setIsSending(false);
    }
  };
  return { send, isSending, error: begin.error ?? problem };
}
