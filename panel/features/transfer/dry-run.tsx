import { Anchor, Button, Code, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { RowsDone } from '../../components/rows-done.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { count } from '../../format/dates.ts';
import {
  type ImportAction,
  type TransferImportQuery,
  type TransferRowFragment,
  transferImportApplyDocument,
  transferImportDocument,
} from './generated.ts';

type Seen = NonNullable<TransferImportQuery['import']>;

const ACTIONS: Readonly<Record<ImportAction, readonly [tone: Tone, word: string]>> = {
  create: ['good', 'Add'],
  update: ['waiting', 'Change'],
  same: ['over', 'Same'],
  error: ['bad', 'Error'],
};

const KINDS: Readonly<Record<string, string>> = {
  property: 'Property',
  unit_type: 'Unit type',
  fee: 'Fee',
  tax: 'Tax',
  nights: 'Calendar',
  photos: 'Photos',
  cancellation_policy: 'Cancellation policy',
  message_template: 'Message template',
  message_rule: 'Message rule',
  task_rule: 'Task rule',
  booking: 'Booking',
};

const COLUMNS: readonly Column<TransferRowFragment>[] = [
  { title: 'Line', cell: ({ line }) => line ?? '–', numeric: true },
  { title: 'What', cell: ({ kind }) => KINDS[kind] ?? kind },
  { title: 'Id', cell: ({ externalId, path }) => <Id text={externalId ?? path} /> },
  {
    title: 'Action',
    cell: ({ action }) => <StatusBadge tone={ACTIONS[action][0]}>{ACTIONS[action][1]}</StatusBadge>,
  },
  {
    title: 'Problem',
    cell: ({ error }) => (error ? `${error.field ? `${error.field}: ` : ''}${error.message}` : '–'),
  },
];

function Id({ text }: { readonly text: string }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

const FILTERS = ['all', 'create', 'update', 'same', 'error'] as const;
/** Interval for polling an import. */
const LOOK_MS = 1_000;
const ENDED: readonly string[] = ['checked', 'done', 'failed'];

/** Card that begins an import. */
export type ImportSource = 'file' | 'reservations' | 'page';

const TITLES: Readonly<Record<ImportSource, string>> = {
  file: 'What the file would change',
  reservations: 'What the file would import',
  page: 'What the page would add',
};

interface DryRunProps {
  readonly id: string;
  readonly source: ImportSource;
  /** True if the person has just begun it: it's then brought into view and focused. */
  readonly isNew: boolean;
}

/** An import's changes, row by row; applies them and shows the progress. */
export function DryRun({ id, source, isNew }: DryRunProps) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [isEnded, setIsEnded] = useState(false);
  const { after, pagerOf } = usePager(filter);
  const action = filter === 'all' ? null : filter;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    transferImportDocument,
    { id, action, first: PAGE_SIZE, after },
    isEnded ? {} : { refreshMs: LOOK_MS },
  );
  const seen = data?.import;
  if (seen && ENDED.includes(seen.status) !== isEnded) setIsEnded(!isEnded);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) place.current?.focus({ preventScroll: true });
  }, [isNew]);
  // Again once it's checked, because the rows need more room.
  useEffect(() => {
    if (isNew) place.current?.scrollIntoView({ block: isEnded ? 'start' : 'nearest' });
  }, [isNew, isEnded]);
  return (
    <section ref={place} tabIndex={-1} aria-label={TITLES[source]}>
      <Panel title={TITLES[source]}>
        <Stack gap="md">
          {!seen && <ErrorNote error={error} onRetry={refetch} />}
          <div aria-live="polite">
            {seen ? <State seen={seen} /> : !error && <Loading label="Checking" lines={2} />}
          </div>
          {seen?.draft && <Draft draft={seen.draft} />}
          {seen && seen.status !== 'waiting' && seen.status !== 'uploaded' && (
            <>
              <SegmentedControl
                aria-label="Rows"
                size="xs"
                data={FILTERS.map((value) => ({ value, label: labelOf(value, seen.counts) }))}
                value={filter}
                onChange={(value) => setFilter(value as typeof filter)} // the control offers only these values
                style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
              />
              <DataTable
                label="Rows of the file"
                columns={COLUMNS}
                read={{ data: seen.rows.nodes, error, refetch, isPlaceholderData }}
                rowKey={({ path, kind, error: wrong }) => `${path} ${kind} ${wrong?.field} ${wrong?.message}`}
                empty={{ title: 'No rows', text: 'No rows match this filter.' }}
                pager={pagerOf(seen.rows.pageInfo)}
              />
            </>
          )}
        </Stack>
      </Panel>
    </section>
  );
}

function labelOf(filter: (typeof FILTERS)[number], counts: Seen['counts']): string {
  if (filter === 'all') return 'All';
  return `${ACTIONS[filter][1]} ${counts[filter]}`;
}

/** Data read from a page, shown before any of it is saved. */
function Draft({ draft }: { readonly draft: string }) {
  return (
    <details>
      <summary>What was read from the page</summary>
      <Code block mt="sm" mah={420} style={{ overflow: 'auto' }} tabIndex={0}>
        {draft}
      </Code>
    </details>
  );
}

/** The import's status and actions. */
function State({
  seen: { id, kind, status, problem, counts, total, checked, applied },
}: {
  readonly seen: Seen;
}) {
  const { mutate, isPending, error } = useTeamMutation(transferImportApplyDocument);
  const changes = counts.create + counts.update;
  const isBookings = kind === 'bookings';
  const [one, many, done] = isBookings
    ? (['booking', 'bookings', 'imported'] as const)
    : (['property', 'properties', 'applied'] as const);
  if (status === 'waiting' || (status === 'uploaded' && total === 0))
    return <Text size="sm">Checking the file…</Text>;
  if (status === 'uploaded')
    return (
      <RowsDone
        done={checked}
        total={total}
        text={`${checked} of ${count(total, one, many)} checked`}
        label={isBookings ? 'Bookings checked' : 'Properties checked'}
      />
    );
  if (status === 'applying')
    return (
      <RowsDone
        done={applied}
        total={total}
        text={`${applied} of ${count(total, one, many)} ${done}`}
        label={isBookings ? 'Bookings imported' : 'Properties applied'}
      />
    );
  if (status === 'done')
    return (
      <Text size="sm">
        Done: {count(isBookings ? counts.create : total, one, many)} {done}.{' '}
        {isBookings && <ImportedBookings id={id} />}
      </Text>
    );
  return (
    <Stack gap="sm" align="flex-start">
      {problem && (
        <Text size="sm" role="alert">
          {problem}
        </Text>
      )}
      {status === 'checked' && counts.error > 0 && (
        <Text size="sm">Correct {count(counts.error, 'row')} with errors, and choose the file again.</Text>
      )}
      {status === 'checked' && counts.error === 0 && (
        <Group gap="sm">
          <Button onClick={() => mutate({ id })} loading={isPending} disabled={changes === 0}>
            {isBookings ? `Import ${count(changes, 'booking')}` : `Apply ${count(changes, 'change')}`}
          </Button>
          {changes === 0 && (
            <Text size="sm">
              {isBookings
                ? 'All of these reservations exist already.'
                : 'Everything already matches the file.'}
            </Text>
          )}
        </Group>
      )}
      {status === 'failed' && isBookings && applied > 0 && <ImportedBookings id={id} />}
      <ErrorNote error={error} />
    </Stack>
  );
}

/** Link to the bookings that an import added. */
function ImportedBookings({ id }: { readonly id: string }) {
  return (
    <Anchor component={Link} href={`/bookings?import=${id}`} size="sm">
      Show the imported bookings
    </Anchor>
  );
}
