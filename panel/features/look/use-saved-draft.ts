import { useEffect, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type HostLookFragment, lookSetDocument } from './generated.ts';

export type Draft = HostLookFragment['draft'];

/** Pause in typing before the draft is saved. */
const PAUSE_MS = 600;

/**
 * Keeps a draft that is saved automatically whenever editing pauses, one save at a time. A rejected draft
 * stays on screen and is saved again after the next edit.
 */
export function useSavedDraft({ storefrontId, version, draft: stored }: HostLookFragment) {
  const [draft, setDraft] = useState(stored);
  const [saved, setSaved] = useState({ draft: stored, version });
  /** The last rejection, shown until a draft is saved: no one can act on a message that flickers. */
  const [refused, setRefused] = useState<{ readonly draft: Draft; readonly error: Error } | null>(null);
  const { mutate, isPending } = useTeamMutation(lookSetDocument);
  const isSaved = draft === saved.draft;
  useEffect(() => {
    if (isSaved || draft === refused?.draft || isPending) return;
    const save = () =>
      mutate(
        { input: { storefrontId, version: saved.version, ...draft } },
        {
          onSuccess: ({ storefrontLookSet: { look } }) => {
            if (look) setSaved({ draft, version: look.version });
            setRefused(null);
          },
          onError: (error) => setRefused({ draft, error }),
        },
      );
    const timer = setTimeout(save, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, isSaved, refused, isPending, mutate, storefrontId, saved.version]);
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    version: saved.version,
    isSaved,
    isSaving: isPending,
    error: refused?.error ?? null,
  };
}
