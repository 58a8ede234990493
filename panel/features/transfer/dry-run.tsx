import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
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
import { translated } from '../../i18n/translated.ts';
import {
  type ImportAction,
  type TransferImportQuery,
  type TransferRowFragment,
  transferImportApplyDocument,
  transferImportDocument,
} from './generated.ts';

type Seen = NonNullable<TransferImportQuery['import']>;

const ACTIONS: Readonly<Record<ImportAction, readonly [tone: Tone, word: string]>> = translated({
  create: ['good', msg`Add`],
  update: ['waiting', msg`Change`],
  same: ['over', msg`Same`],
  error: ['bad', msg`Error`],
});

const KINDS: Readonly<Record<string, string>> = translated({
  property: msg`Property`,
  unit_type: msg`Unit type`,
  fee: msg`Fee`,
  tax: msg`Tax`,
  nights: msg`Calendar`,
  photos: msg`Photos`,
  cancellation_policy: msg`Cancellation policy`,
  message_template: msg`Message template`,
  message_rule: msg`Message rule`,
  task_rule: msg`Task rule`,
  booking: msg`Booking`,
});

const COLUMNS: readonly Column<TransferRowFragment>[] = [
  { title: msg`Line`, cell: ({ line }) => line ?? '–', numeric: true },
  { title: msg`What`, cell: ({ kind }) => KINDS[kind] ?? kind },
  { title: msg`Id`, cell: ({ externalId, path }) => <Id text={externalId ?? path} /> },
  {
    title: msg`Action`,
    cell: ({ action }) => <StatusBadge tone={ACTIONS[action][0]}>{ACTIONS[action][1]}</StatusBadge>,
  },
  {
    title: msg`Problem`,
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

const TITLES: Readonly<Record<ImportSource, string>> = translated({
  file: msg`What the file would change`,
  reservations: msg`What the file would import`,
  page: msg`What the page would add`,
});

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
            {seen ? <State seen={seen} /> : !error && <Loading label={t`Checking`} lines={2} />}
          </div>
          {seen?.draft && <Draft draft={seen.draft} />}
          {seen && seen.status !== 'waiting' && seen.status !== 'uploaded' && (
            <>
              <SegmentedControl
                aria-label={t`Rows`}
                size="xs"
                data={FILTERS.map((value) => ({ value, label: labelOf(value, seen.counts) }))}
                value={filter}
                onChange={(value) => setFilter(value as typeof filter)} // the control offers only these values
                style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
              />
              <DataTable
                label={t`Rows of the file`}
                columns={COLUMNS}
                read={{ data: seen.rows.nodes, error, refetch, isPlaceholderData }}
                rowKey={({ path, kind, error: wrong }) => `${path} ${kind} ${wrong?.field} ${wrong?.message}`}
                empty={{ title: t`No rows`, text: t`No rows match this filter.` }}
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
  if (filter === 'all') return t`All`;
  return `${ACTIONS[filter][1]} ${counts[filter]}`;
}

/** Data read from a page, shown before any of it is saved. */
function Draft({ draft }: { readonly draft: string }) {
  return (
    <details>
      <summary>
        <Trans>What was read from the page</Trans>
      </summary>
      <Code block mt="sm" mah={420} style={{ overflow: 'auto' }} tabIndex={0}>
        {draft}
      </Code>
    </details>
  );
}

const bookingsDone = {
  checked: (checked: number, total: number) =>
    plural(total, { one: `${checked} of # booking checked`, other: `${checked} of # bookings checked` }),
  applied: (applied: number, total: number) =>
    plural(total, { one: `${applied} of # booking imported`, other: `${applied} of # bookings imported` }),
  done: (total: number) =>
    plural(total, { one: 'Done: # booking imported.', other: 'Done: # bookings imported.' }),
};

const propertiesDone = {
  checked: (checked: number, total: number) =>
    plural(total, { one: `${checked} of # property checked`, other: `${checked} of # properties checked` }),
  applied: (applied: number, total: number) =>
    plural(total, { one: `${applied} of # property applied`, other: `${applied} of # properties applied` }),
  done: (total: number) =>
    plural(total, { one: 'Done: # property applied.', other: 'Done: # properties applied.' }),
};

/** The import's status and actions. */
function State({
  seen: { id, kind, status, problem, counts, total, checked, applied },
}: {
  readonly seen: Seen;
}) {
  const { mutate, isPending, error } = useTeamMutation(transferImportApplyDocument);
  const changes = counts.create + counts.update;
  const isBookings = kind === 'bookings';
  const words = isBookings ? bookingsDone : propertiesDone;
  if (status === 'waiting' || (status === 'uploaded' && total === 0))
    return (
      <Text size="sm">
        <Trans>Checking the file…</Trans>
      </Text>
    );
  if (status === 'uploaded')
    return (
      <RowsDone
        done={checked}
        total={total}
        text={words.checked(checked, total)}
        label={isBookings ? t`Bookings checked` : t`Properties checked`}
      />
    );
  if (status === 'applying')
    return (
      <RowsDone
        done={applied}
        total={total}
        text={words.applied(applied, total)}
        label={isBookings ? t`Bookings imported` : t`Properties applied`}
      />
    );
  if (status === 'done')
    return (
      <Text size="sm">
        {words.done(isBookings ? counts.create : total)} {isBookings && <ImportedBookings id={id} />}
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
        <Text size="sm">
          <Trans>
            Correct <Plural value={counts.error} one="# row" other="# rows" /> with errors, and choose the
            file again.
          </Trans>
        </Text>
      )}
      {status === 'checked' && counts.error === 0 && (
        <Group gap="sm">
          <Button onClick={() => mutate({ id })} loading={isPending} disabled={changes === 0}>
            {isBookings
              ? plural(changes, { one: 'Import # booking', other: 'Import # bookings' })
              : plural(changes, { one: 'Apply # change', other: 'Apply # changes' })}
          </Button>
          {changes === 0 && (
            <Text size="sm">
              {isBookings
                ? t`All of these reservations exist already.`
                : t`Everything already matches the file.`}
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
      <Trans>Show the imported bookings</Trans>
    </Anchor>
  );
}
