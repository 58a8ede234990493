import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useParams } from 'wouter';
import { docs } from '../../api/client.ts';
import { useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager, useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant, monthAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { useTeam } from '../../layout/session.tsx';
import { appEarningsDocument, type LedgerShownFragment, themeEarningsDocument } from './generated.ts';

type Ledger = LedgerShownFragment;
type Balance = Ledger['balances'][number];
type Entry = Ledger['entryPage']['nodes'][number];
type Payout = Ledger['payouts'][number];

const BALANCES: readonly Column<Balance>[] = [
  { title: msg`Currency`, cell: ({ currency }) => currency },
  { title: msg`Earned`, numeric: true, cell: ({ earned, currency }) => money(earned, currency) },
  {
    title: msg`Not paid by teams yet`,
    numeric: true,
    cell: ({ pending, currency }) => money(pending, currency),
  },
  { title: msg`Paid out`, numeric: true, cell: ({ paidOut, currency }) => money(paidOut, currency) },
  {
    title: msg`Balance`,
    numeric: true,
    cell: ({ due, currency }) => (
      <Text span size="sm" fw={600}>
        {money(due, currency)}
      </Text>
    ),
  },
];

const ENTRIES: readonly Column<Entry>[] = [
  {
    title: msg`Entry`,
    cell: ({ kind, description, at }) => (
      <div>
        <Text size="sm">{description ?? KINDS[kind]}</Text>
        <Text size="sm" c="dimmed">
          {instant(at)}
        </Text>
      </div>
    ),
  },
  { title: msg`Month`, cell: ({ month }) => monthAndYear(month) },
  {
    title: msg`Kind`,
    cell: ({ kind, amount }) =>
      kind === 'charge' && amount < 0 ? t({ message: 'Credit', context: 'entry' }) : KINDS[kind],
  },
  {
    title: msg`Status`,
    cell: ({ kind, isPaid }) =>
      kind === 'refund' ? (
        <StatusBadge tone="over">{t`Refunded`}</StatusBadge>
      ) : (
        <StatusBadge tone={isPaid ? 'good' : 'waiting'}>{isPaid ? t`Counts` : t`Not paid yet`}</StatusBadge>
      ),
  },
  { title: msg`Amount`, numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
  { title: msg`Platform's share`, numeric: true, cell: ({ share, currency }) => money(share, currency) },
  { title: msg`Yours`, numeric: true, cell: ({ net, currency }) => money(net, currency) },
];

const KINDS = translated({ charge: msg`Charge`, refund: msg`Refund` });

const PAYOUTS: readonly Column<Payout>[] = [
  { title: msg`Date`, cell: ({ at }) => instant(at) },
  { title: msg`Reference`, cell: ({ reference }) => <Text size="sm">{reference}</Text> },
  { title: msg`Amount`, numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
];

/** What a developer's app has earned: balances, charges with the platform's share, and payouts. */
export function EarningsPage() {
  const { slug = '' } = useParams();
  const { slug: team } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const read = useTeamQuery(appEarningsDocument, { slug, first: PAGE_SIZE, after });
  return (
    <Earnings
      read={read}
      product={
        read.data && {
          slug,
          name: read.data.app?.name ?? '',
          ledger: read.data.appLedger,
          back: `/developer/${slug}`,
          missing: [t`App not found`, t`You have no app with this address.`],
          csv: `/panel/export/earnings.csv?${new URLSearchParams({ team, app: slug })}`,
        }
      }
      pagerOf={pagerOf}
    />
  );
}

/** What a developer's theme has earned. */
export function ThemeEarningsPage() {
  const { slug = '' } = useParams();
  const { slug: team } = useTeam();
  const { after, pagerOf } = usePager(t`theme ${slug}`);
  const read = useTeamQuery(themeEarningsDocument, { slug, first: PAGE_SIZE, after });
  return (
    <Earnings
      read={read}
      product={
        read.data && {
          slug,
          name: read.data.themeBalances.find(({ appSlug }) => appSlug === slug)?.appName ?? slug,
          ledger: read.data.themeLedger,
          back: '/developer',
          missing: [t`Theme not found`, t`You have no theme with this address.`],
          csv: `/panel/export/earnings.csv?${new URLSearchParams({ team, theme: slug })}`,
        }
      }
      pagerOf={pagerOf}
    />
  );
}

interface EarningsProps {
  readonly read: {
    readonly error: Error | null;
    readonly refetch: () => void;
    readonly isPlaceholderData: boolean;
  };
  /** The app or theme; undefined until it's loaded. */
  readonly product:
    | {
        readonly slug: string;
        readonly name: string;
        /** Null for another developer's product. */
        readonly ledger: Ledger | null;
        readonly back: string;
        /** Title and text for another developer's product. */
        readonly missing: readonly [string, string];
        readonly csv: string;
      }
    | undefined;
  readonly pagerOf: ReturnType<typeof usePager>['pagerOf'];
}

function Earnings({ read: { error, refetch, isPlaceholderData }, product, pagerOf }: EarningsProps) {
  const { rows: payouts, pager: payoutPager } = useRowPager(product?.ledger?.payouts, product?.slug ?? '');
  if (error && !product) return <ErrorNote error={error} onRetry={refetch} />;
  if (!product) return <Loading label={t`Loading the earnings`} />;
  const { name, ledger, back, missing, csv } = product;
  if (!ledger) {
    return (
      <Page title={t`Earnings`}>
        <EmptyState title={missing[0]}>{missing[1]}</EmptyState>
      </Page>
    );
  }
  const read = { error, refetch, isPlaceholderData };
  return (
    <Page
      title={t`Earnings`}
      lead={<BackLink href={back}>{name}</BackLink>}
      actions={
        <Button component="a" variant="default" href={csv} download>
          <Trans>Export CSV</Trans>
        </Button>
      }
    >
      <Text size="sm">
        <Trans>
          A charge counts once the team has paid its statement. Statements are issued on the 1st (UTC) and due
          14 days later. The platform's operator transfers your balance and marks the payout here. See{' '}
          <Anchor
            href={`${docs}/guides/charge-for-your-app#earnings`}
            target="_blank"
            rel="noopener"
            underline="always"
          >
            how earnings work
          </Anchor>
          .
        </Trans>
      </Text>
      <Stack gap="lg">
        <Section title={t`Balance`}>
          <DataTable
            label={t`Balances`}
            columns={BALANCES}
            read={{ ...read, data: ledger.balances }}
            rowKey={({ currency }) => currency}
            empty={{
              title: t`No earnings yet`,
              text: t`Test installs never cost anything, so they earn nothing.`,
            }}
            isTitled
          />
        </Section>
        <Section title={t`Charges and refunds`}>
          <DataTable
            label={t`Charges and refunds`}
            columns={ENTRIES}
            read={{ ...read, data: ledger.entryPage.nodes }}
            rowKey={({ id }) => id}
            empty={{ title: t`No charges yet`, text: t`Each charge for a plan or usage is listed here.` }}
            pager={pagerOf(ledger.entryPage.pageInfo)}
            isTitled
          />
        </Section>
        <Section title={t`Payouts`}>
          <DataTable
            label={t`Payouts`}
            columns={PAYOUTS}
            read={{ ...read, data: payouts }}
            rowKey={({ reference }) => reference}
            empty={{ title: t`No payouts yet`, text: t`A payout is listed once the operator has marked it.` }}
            pager={payoutPager}
            isTitled
          />
        </Section>
      </Stack>
    </Page>
  );
}
