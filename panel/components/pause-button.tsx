import { Button } from '@mantine/core';
import { ConfirmButton } from './confirm-button.tsx';

interface PauseButtonProps {
  readonly name: string;
  /** What it is, for example `calendar`. */
  readonly noun: string;
  readonly isPaused: boolean;
  /** What follows from a pause. */
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

/** Pauses something once that is confirmed, or resumes it at once. */
export function PauseButton({ id, name, noun, isPaused, text, pause, resume }: PauseButtonProps) {
  if (isPaused)
    return (
      <Button size="xs" variant="default" loading={resume.isPending} onClick={() => resume.mutate({ id })}>
        Resume
      </Button>
    );
  return (
    <ConfirmButton
      size="xs"
      title={`Pause ${name}?`}
      text={text}
      confirmLabel={`Pause ${noun}`}
      onConfirm={() => pause.mutateAsync({ id })}
      isPending={pause.isPending}
      error={pause.error}
    >
      Pause
    </ConfirmButton>
  );
}
