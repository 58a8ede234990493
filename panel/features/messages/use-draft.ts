import { useState } from 'react';
import { useFiles } from './use-files.ts';

/**
 * A message draft with its files. Every attempt to send it has the same key, so that a retry after a lost
 * response doesn't send it twice; edits create a new key.
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
