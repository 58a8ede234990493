import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Make default</Trans>
      </Button>
      <ConfirmButton
        size="xs"
        title={t`Archive ${name}?`}
        text={t`You can no longer sell stays with it. Bookings keep the terms they were sold with.`}
        confirmLabel={t`Archive the ${what}`}
        onConfirm={onArchive}
        isPending={isArchiving}
        error={error}
      >
        <Trans>Archive</Trans>
      </ConfirmButton>
    </Group>
  );
}
