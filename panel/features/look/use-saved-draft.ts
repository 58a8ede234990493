import { useEffect, useRef, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { type HostLookFragment, lookSetDocument } from './generated.ts';

export type Draft = HostLookFragment['draft'];

/** Pause in typing before the draft is saved. */
const PAUSE_MS = 600;

/**
 * Keeps a draft that is saved automatically whenever editing pauses or the page is left, one save at a time. A
 * rejected draft stays on screen and is saved again after the next edit. A newer version from the API replaces
 * a draft without unsaved edits.
 */
export function useSavedDraft({ storefrontId, version, draft: stored }: HostLookFragment) {
  const [draft, setDraft] = useState(stored);
  const [saved, setSaved] = useState({ draft: stored, version });
  /** The last rejection, shown until a draft is saved: no one can act on a message that flickers. */
  const [refused, setRefused] = useState<{ readonly draft: Draft; readonly error: Error } | null>(null);
  const { mutateAsync, isPending } = useTeamMutation(lookSetDocument);
  const isSaved = draft === saved.draft;
  if (isSaved && version > saved.version) {
    setDraft(stored);
    setSaved({ draft: stored, version });
  }

  /** The save in progress, with the version it results in. */
  const saving = useRef<{ readonly draft: Draft; readonly version: Promise<number> } | null>(null);
  const save = async (input: Draft, before: number): Promise<number> => {
    const { storefrontLookSet } = await mutateAsync({ input: { storefrontId, version: before, ...input } });
    return storefrontLookSet.look?.version ?? before;
  };
  const latest = useRef({ draft, saved, refused, save });
  useEffect(() => {
    latest.current = { draft, saved, refused, save };
  });

  useEffect(() => {
    if (isSaved || draft === refused?.draft || isPending) return;
    const timer = setTimeout(async () => {
      const started = { draft, version: latest.current.save(draft, saved.version) };
      saving.current = started;
      try {
        setSaved({ draft, version: await started.version });
        setRefused(null);
      } catch (error) {
        setRefused({ draft, error: error as Error }); // mutations throw nothing else
      } finally {
        saving.current = null;
      }
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, isSaved, refused, isPending, saved.version]);

  useEffect(
    () => () => {
      const left = latest.current;
      if (left.draft === left.saved.draft || left.draft === left.refused?.draft) return;
      const under = saving.current;
      if (under?.draft === left.draft) return;
      const before = under?.version ?? Promise.resolve(left.saved.version);
      before.then((version) => left.save(left.draft, version)).catch(() => undefined); // no page could show it
    },
    [],
  );

  useEffect(() => {
    if (isSaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isSaved]);

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    version: saved.version,
    isSaved,
    isSaving: isPending,
    error: refused?.error ?? null,
  };
}
