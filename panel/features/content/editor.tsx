import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import classes from './content.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { SectionNav, type SectionState } from './section-nav.tsx';
import type { Draft } from './use-draft.ts';

/** A page section with the fields edited in it. */
export interface EditedSection {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly string[];
  /** Content still missing for guests or agents in the section; null if the section is complete. */
  readonly missing?: string | null;
}

interface EditorProps<Fields extends object> {
  /** Label for screen readers, e.g. `Sections of Seehof`. */
  readonly label: string;
  readonly sections: readonly EditedSection[];
  readonly draft: Draft<Fields>;
  /** True if all typed values can be sent. */
  readonly valid: boolean;
  readonly save: () => void;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  /** Sections that are saved together. */
  readonly children: ReactNode;
  /** Sections that save separately. */
  readonly below?: ReactNode;
}

/** A long content page: section links next to one form, and a bar that saves all of it. */
export function Editor<Fields extends object>(props: EditorProps<Fields>) {
  const { label, sections, draft, valid, save, isSaving, isSaved, error, children, below } = props;
  useSectionOfAddress();
  const refused = Object.keys(refusalsOf(error));
  const changed: readonly string[] = draft.changed;
  const states = sections.map(({ id, title, fields, missing = null }): SectionState => {
    const isWrong = fields.some((field) => refused.some((path) => path.split('.')[0] === field));
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
        <Form error={error} onSubmit={submit}>
          <Stack gap="lg">
            {children}
            <SaveBar
              changed={states.filter(({ isChanged }) => isChanged)}
              {...{ valid, isSaving, isSaved, error }}
              onDiscard={draft.discard}
            />
          </Stack>
        </Form>
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

/**
 * Lists unsaved changes and saves or discards them; the bar sticks to the window's bottom edge while there
 * are any.
 */
function SaveBar({ changed, valid, isSaving, isSaved, error, onDiscard }: SaveBarProps) {
  const isDirty = changed.length > 0;
  return (
    <div className={classes.bar} data-dirty={isDirty || undefined}>
      <ErrorNote error={error} />
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status">
          {isDirty && t`Not saved: ${changed.map(({ title }) => title).join(', ')}.`}
          {!isDirty && isSaved && t`Saved.`}
          {!isDirty && !isSaved && (
            <span className={classes.quiet}>
              <Trans>No changes.</Trans>
            </span>
          )}
        </Text>
        <Group gap="sm" className={classes.actions ?? ''}>
          {isDirty && (
            <Button variant="default" onClick={onDiscard} disabled={isSaving}>
              <Trans>Discard</Trans>
            </Button>
          )}
          <Button type="submit" disabled={!valid || !isDirty} loading={isSaving}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Group>
    </div>
  );
}

/** Scrolls to the section named in the address once the page has loaded. */
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
