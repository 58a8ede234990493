import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { tasksTickDocument, type WorkFragment } from './generated.ts';
import classes from './tasks.module.css';

interface ChecklistProps {
  readonly task: Pick<WorkFragment, 'id' | 'checklist'>;
  readonly disabled?: boolean;
}

/** A task's steps, large enough to tick off with a thumb. */
export function Checklist({ task: { id, checklist }, disabled = false }: ChecklistProps) {
  const { mutate, isPending, variables, error } = useTeamMutation(tasksTickDocument);
  const steps = checklist.map(({ text, done }, index) => ({ key: `${index} ${text}`, text, done, index }));
  return (
    <>
      <ul className={classes.checklist} aria-label={t`Checklist`}>
        {steps.map(({ key, text, done, index }) => (
          <li key={key}>
            <Checkbox
              classNames={{
                body: classes.step ?? '',
                labelWrapper: classes.stepText ?? '',
                label: classes.stepLabel ?? '',
              }}
              size="md"
              label={text}
              checked={isPending && variables.index === index ? variables.done : done}
              disabled={disabled || isPending}
              onChange={({ currentTarget }) => mutate({ taskId: id, index, done: currentTarget.checked })}
            />
          </li>
        ))}
      </ul>
      <ErrorNote error={error} />
    </>
  );
}
