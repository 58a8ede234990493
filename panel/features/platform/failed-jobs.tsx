import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { instant } from '../../format/dates.ts';
import {
  type PlatformFailedJobsQuery,
  platformFailedJobsDocument,
  platformJobDiscardDocument,
  platformJobRetryDocument,
} from './generated.ts';

type Job = NonNullable<PlatformFailedJobsQuery['platformFailedJobs']>[number];

interface FailedJobsProps {
  readonly queue: { readonly name: string; readonly discardable: boolean };
  readonly onClose: () => void;
}

/**
 * A queue's failed jobs: the reasons, and when they're retried. An operator can run a job now, or discard it
 * if it only sends email.
 */
export function FailedJobs({ queue: { name: queue, discardable }, onClose }: FailedJobsProps) {
  const { data, error, refetch } = useTeamQuery(platformFailedJobsDocument, { queue });
  const retry = useTeamMutation(platformJobRetryDocument);
  const discard = useTeamMutation(platformJobDiscardDocument);
  const columns: readonly Column<Job>[] = [
    {
      title: msg`Error`,
      cell: ({ error: reason }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reason ?? t`The worker stopped unexpectedly`}
        </Text>
      ),
    },
    { title: msg`Attempts`, cell: ({ attempts }) => attempts, numeric: true },
    { title: msg`Queued`, cell: ({ bookedAt }) => instant(bookedAt) },
    {
      title: msg({ message: 'Next', context: 'attempt' }),
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? instant(nextAttemptAt) : t`Given up`),
    },
    {
      title: msg`Action`,
      cell: ({ id }) => (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ queue, id })}
          >
            <Trans>Run now</Trans>
          </Button>
          {discardable && (
            <ConfirmButton
              title={t`Discard this job?`}
              text={t`Its email won't be sent.`}
              confirmLabel={t`Discard`}
              onConfirm={() => discard.mutateAsync({ queue, id })}
              isPending={discard.isPending}
              error={discard.error}
            >
              <Trans>Discard</Trans>
            </ConfirmButton>
          )}
        </Group>
      ),
    },
  ];
  return (
    <OpenDialog onClose={onClose} title={t`Failed jobs of ${queue}`} size="xl" centered>
      <Stack>
        <ErrorNote error={retry.error} />
        <DataTable
          label={t`Failed jobs`}
          columns={columns}
          read={{ data: data && (data.platformFailedJobs ?? []), error, refetch }}
          rowKey={({ id }) => id}
          empty={{ title: t`None left`, text: t`They have run since, or were discarded.` }}
        />
      </Stack>
    </OpenDialog>
  );
}
