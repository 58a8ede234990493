import { useState } from 'react';
import { useFiles } from './use-files.ts';

/**
 * A message that is being written, with its files. Every try of it is sent under one key, so that one whose answer was lost is not sent
 * twice; what changes it changes the key.
 */
export function useDraft() {
  const [text, setText] = useState('');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const { add, remove, ...attached } = useFiles();
  const renew = () => setKey(crypto.randomUUID());
  return {
    ...attached,
    text,
    key,
    type(typed: string) {
      renew();
      setText(typed);
    },
    add(files: readonly File[]) {
      renew();
      void add(files);
    },
    remove(file: number) {
      renew();
      remove(file);
    },
  };
}
