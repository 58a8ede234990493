import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type ImportCreateInput, transferImportBeginDocument } from './generated.ts';

/** Largest import file. */
const MAX_FILE_BYTES = 20_000_000;

/** Sends files for checking; `onSent` is called with the import once its file is uploaded. */
export function useFileImport(onSent: (id: string) => void) {
  const begin = useTeamMutation(transferImportBeginDocument);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Error | null>(null);
  const send = async (file: File | null, input: ImportCreateInput) => {
    if (!file) return;
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
