import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ConfirmButton } from './confirm-button.tsx';

interface PauseButtonProps {
  readonly name: string;
  /** Noun for the item that can be paused, e.g. `calendar`. */
  readonly noun: string;
  readonly isPaused: boolean;
  /** Consequences of a pause. */
  readonly text: string;
  readonly pause: Move;
  readonly resume: Pick<Move, 'mutate' | 'isPending'>;
  readonly id: string;
}

interface Move {
  readonly mutate: (variables: { readonly id: string }) => void;
  readonly mutateAsync: (variables: { readonly id: string }) => Promise<unknown>;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Pauses an item after confirmation, or resumes it immediately. */
export function PauseButton({ id, name, noun, isPaused, text, pause, resume }: PauseButtonProps) {
  if (isPaused)
    return (
      <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
        <Trans>Resume</Trans>
      </Button>
    );
  return (
    <ConfirmButton
      size="xs"
      title={t`Pause ${name}?`}
      text={text}
      confirmLabel={t`Pause ${noun}`}
      onConfirm={() => pause.mutateAsync({ id })}
      isPending={pause.isPending}
      error={pause.error}
    >
      <Trans>Pause</Trans>
    </ConfirmButton>
  );
}
