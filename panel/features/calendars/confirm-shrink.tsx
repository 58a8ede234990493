import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { type CalendarsFeedFragment, calendarsFeedShrinkConfirmDocument } from './generated.ts';

/** Button for a calendar that lost most of its events: frees their nights before the 24 hours are over. */
export function ConfirmShrink({ feed }: { readonly feed: CalendarsFeedFragment }) {
  const { id, name, missingEvents, problemText } = feed;
  const { mutateAsync, isPending, error } = useTeamMutation(calendarsFeedShrinkConfirmDocument);
  const gone = plural(missingEvents, { one: '# event', other: '# events' });
  return (
    <Alert color="yellow" title={t`${gone} gone`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{problemText}</Text>
        <OnlyFor roles={['manager', 'revenue']}>
          <ConfirmButton
            size="xs"
            title={t`Free the nights of ${gone}?`}
            text={t`Check ${name} first. The nights go back on sale immediately.`}
            confirmLabel={t`Free nights`}
            onConfirm={() => mutateAsync({ id })}
            isPending={isPending}
            error={error}
          >
            <Trans>Confirm that they're gone</Trans>
          </ConfirmButton>
        </OnlyFor>
      </Stack>
    </Alert>
  );
}
