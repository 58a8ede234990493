import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { tasksMoveDocument, type WorkFragment } from './generated.ts';
import { inButtonOrder, moveWords } from './task-words.ts';
import classes from './tasks.module.css';

interface TaskMovesProps {
  readonly task: WorkFragment;
  readonly typeName: string;
}

/** The task's next statuses: one clear step forward, and less prominent ways back. */
export function TaskMoves({ task, typeName }: TaskMovesProps) {
  const { mutate, mutateAsync, isPending, error, variables } = useTeamMutation(tasksMoveDocument);
  const { id, canonicalStatus, hostMoves, property } = task;
  const moves = inButtonOrder(hostMoves);
  return (
    <>
      {moves.map((to, place) =>
        to === 'CANCELLED' ? (
          <ConfirmButton
            key={to}
            variant="subtle"
            className={classes.touch ?? ''}
            title={t`Cancel this task?`}
            text={
              property
                ? t`${typeName} at ${property.name} is cancelled. Its assignee is notified.`
                : t`${typeName} at the property is cancelled. Its assignee is notified.`
            }
            confirmLabel={t`Cancel task`}
            onConfirm={() => mutateAsync({ id, status: to })}
            isPending={isPending}
            error={error}
          >
            <Trans>Cancel task</Trans>
          </ConfirmButton>
        ) : (
          <Button
            key={to}
            variant={place === 0 ? 'filled' : 'subtle'}
            className={classes.touch ?? ''}
            loading={isPending && variables.status === to}
            onClick={() => mutate({ id, status: to })}
          >
            {moveWords(canonicalStatus, to)}
          </Button>
        ),
      )}
      {variables?.status !== 'CANCELLED' && <ErrorNote error={error} />}
    </>
  );
}
