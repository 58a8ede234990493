import { Button, Group } from '@mantine/core';
import { ConfirmButton } from './confirm-button.tsx';

interface DefaultActionsProps {
  readonly name: string;
  /** Noun for the item: `plan`. */
  readonly what: string;
  readonly onDefault: () => void;
  readonly onArchive: () => Promise<unknown>;
  readonly isArchiving: boolean;
  readonly error: Error | null;
}

/** Actions for a rate plan, policy or similar that isn't the default. */
export function DefaultActions({
  name,
  what,
  onDefault,
  onArchive,
  isArchiving,
  error,
}: DefaultActionsProps) {
  return (
    <Group>
      <Button variant="default" size="xs" onClick={onDefault}>
        Make default
      </Button>
      <ConfirmButton
        size="xs"
        title={`Archive ${name}?`}
        text="You can no longer sell stays with it. Bookings keep the terms they were sold with."
        confirmLabel={`Archive the ${what}`}
        onConfirm={onArchive}
        isPending={isArchiving}
        error={error}
      >
        Archive
      </ConfirmButton>
    </Group>
  );
}
