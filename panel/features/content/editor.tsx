import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import classes from './content.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { SectionNav, type SectionState } from './section-nav.tsx';
import type { Draft } from './use-draft.ts';

/** A part of the page, with the fields that are edited in it. */
export interface EditedSection {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly string[];
  /** What guests or agents miss while it is as it is; null if nothing. */
  readonly missing?: string | null;
}

interface EditorProps<Fields extends object> {
  /** What is edited, for screen readers, for example `Sections of Seehof`. */
  readonly label: string;
  readonly sections: readonly EditedSection[];
  readonly draft: Draft<Fields>;
  /** Whether everything that was typed can be sent. */
  readonly valid: boolean;
  readonly save: () => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  /** The sections that are saved together. */
  readonly children: ReactNode;
  /** Sections that save for themselves. */
  readonly below?: ReactNode;
}

/** A long page of content: its sections beside it, one form, and a bar that saves all of it. */
export function Editor<Fields extends object>(props: EditorProps<Fields>) {
  const { label, sections, draft, valid, save, isSaving, isSaved, error, children, below } = props;
  useSectionOfAddress();
  const refused = refusalsOf(error);
  const changed: readonly string[] = draft.changed;
  const states = sections.map(({ id, title, fields, missing = null }): SectionState => {
    const isWrong = fields.some((field) => refused[field] !== undefined);
    const isChanged = fields.some((field) => changed.includes(field));
    return { id, title, missing, isWrong, isChanged };
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid && !isSaving && changed.length > 0) save();
  };
  return (
    <div className={classes.editor}>
      <SectionNav label={label} sections={states} />
      <Stack gap="lg" className={classes.sections ?? ''}>
        <form onSubmit={submit}>
          <Stack gap="lg">
            {children}
            <SaveBar
              changed={states.filter(({ isChanged }) => isChanged)}
              {...{ valid, isSaving, isSaved, error }}
              onDiscard={draft.discard}
            />
          </Stack>
        </form>
        {below}
      </Stack>
      <LeaveGuard isDirty={changed.length > 0 && !isSaving} />
    </div>
  );
}

interface SaveBarProps {
  readonly changed: readonly SectionState[];
  readonly valid: boolean;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  readonly onDiscard: () => void;
}

/** What is not saved yet, at the foot of the window while there is something. */
function SaveBar({ changed, valid, isSaving, isSaved, error, onDiscard }: SaveBarProps) {
  const isDirty = changed.length > 0;
  return (
    <div className={classes.bar} data-dirty={isDirty || undefined}>
      <ErrorNote error={error} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {isDirty && `Not saved: ${changed.map(({ title }) => title).join(', ')}.`}
          {!isDirty && isSaved && 'Saved.'}
          {!isDirty && !isSaved && <span className={classes.quiet}>No changes.</span>}
        </Text>
        <Group gap="sm" className={classes.actions ?? ''}>
          {isDirty && (
            <Button variant="default" onClick={onDiscard} disabled={isSaving}>
              Discard
            </Button>
          )}
          <Button type="submit" disabled={!valid || !isDirty} loading={isSaving}>
            Save
          </Button>
        </Group>
      </Group>
    </div>
  );
}

/** A section that the address names is shown once the page is there. */
function useSectionOfAddress() {
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id === '') return;
    const frame = requestAnimationFrame(() => {
      const section = document.getElementById(id);
      section?.focus({ preventScroll: true });
      section?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
