import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { instant } from '../../format/dates.ts';
import { useTeam } from '../../layout/session.tsx';
import { activityWords } from './activity-words.ts';
import { type ActivityFragment, activityOfDocument } from './generated.ts';

const COLUMNS: readonly Column<ActivityFragment>[] = [
  { title: msg`When`, cell: ({ at }) => instant(at) },
  { title: msg`Who`, cell: ({ actor }) => actor ?? t`The platform` },
  { title: msg`What`, cell: (event) => <What event={event} /> },
  { title: msg`Address`, cell: ({ address }) => address ?? '' },
];

/** Security-relevant activity on the chosen team. */
export function ActivityPage() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(activityOfDocument, {
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title={t`Activity`}
      lead={t`Sign-ins, keys, members, apps, money, prices, settings and the desk’s work, newest first.`}
    >
      <DataTable
        label={t`Activity`}
        isDense
        columns={COLUMNS}
        read={{ data: data && (data.teamEvents?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No activity yet`,
          text: t`Sign-ins, keys, members, apps, refunds, prices and settings are listed here for 400 days.`,
        }}
        pager={pagerOf(data?.teamEvents?.pageInfo)}
      />
    </Page>
  );
}

function What({ event: { kind, subject, change } }: { readonly event: ActivityFragment }) {
  return (
    <div>
      {activityWords(kind)}
      {subject && `: ${subject}`}
      {change && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {change}
        </Text>
      )}
    </div>
  );
}
