import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager, useRowPager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { instant } from '../../format/dates.ts';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import {
  type PlatformBalancesQuery,
  type PlatformPayoutsQuery,
  payoutMarkDocument,
  platformBalancesDocument,
  platformPayoutsDocument,
} from './generated.ts';

type Balance = NonNullable<PlatformBalancesQuery['platformAppBalances']>[number];

/** Balances that the API returns at most. */
const MOST_BALANCES = 100;

const COLUMNS: readonly Column<Balance>[] = [
  {
    title: msg`App or theme`,
    cell: ({ appName, appSlug, isTheme }) => (
      <div>
        <Text size="sm" fw={600}>
          {appName}
        </Text>
        <Text size="sm" c="dimmed">
          {isTheme ? t`Theme ${appSlug}` : appSlug}
        </Text>
      </div>
    ),
  },
  { title: msg`Earned`, numeric: true, cell: ({ earned, currency }) => money(earned, currency) },
  {
    title: msg`Not paid by teams yet`,
    numeric: true,
    cell: ({ pending, currency }) => money(pending, currency),
  },
  { title: msg`Paid out`, numeric: true, cell: ({ paidOut, currency }) => money(paidOut, currency) },
  {
    title: msg`Due`,
    numeric: true,
    cell: ({ due, currency }) => (
      <Text span size="sm" fw={600}>
        {money(due, currency)}
      </Text>
    ),
  },
  { title: msg`Action`, cell: (row) => (row.due > 0 ? <MarkPayout balance={row} /> : null) },
];

/** Developers' balances by app or theme and currency, for operators, who mark payouts. */
export function PayoutsPage() {
  const { search, field } = useSearch();
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformBalancesDocument, { search });
  const all = data && (data.platformAppBalances ?? []);
  const { rows, pager } = useRowPager(all, search);
  return (
    <Page
      title={t`Payouts`}
      lead={t`Developers' earnings, less the platform's share. Charges count once the team has paid its statement.`}
      actions={<SearchField by={t`app, theme or reference`} {...field} />}
    >
      <Stack gap="sm">
        <DataTable
          label={t`Balances`}
          columns={COLUMNS}
          read={{ data: rows, error, refetch, isPlaceholderData }}
          rowKey={({ appSlug, isTheme, currency }) => `${isTheme} ${appSlug} ${currency}`}
          empty={
            search === ''
              ? {
                  title: t`No earnings yet`,
                  text: t`Apps and themes have a balance once they charged a team.`,
                }
              : { title: t`No results`, text: t`No apps or themes with earnings match this search.` }
          }
          pager={pager}
          isTitled
        />
        {all?.length === MOST_BALANCES && (
          <Text size="sm" c="dimmed">
            <Trans>
              Only the {MOST_BALANCES} largest balances are listed. Search for an app or theme to find others.
            </Trans>
          </Text>
        )}
        <PastPayouts search={search} />
      </Stack>
    </Page>
  );
}

type Payout = NonNullable<PlatformPayoutsQuery['platformAppPayouts']>['nodes'][number];

const PAST: readonly Column<Payout>[] = [
  {
    title: msg`App or theme`,
    cell: ({ appName, appSlug, isTheme }) => (
      <div>
        <Text size="sm">{appName}</Text>
        <Text size="sm" c="dimmed">
          {isTheme ? t`Theme ${appSlug}` : appSlug}
        </Text>
      </div>
    ),
  },
  { title: msg`Date`, cell: ({ at }) => instant(at) },
  { title: msg`Reference`, cell: ({ reference }) => <Text size="sm">{reference}</Text> },
  { title: msg`Marked by`, cell: ({ markedBy }) => markedBy },
  { title: msg`Amount`, numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
];

/** Payouts that operators have marked, newest first. */
function PastPayouts({ search }: { readonly search: string }) {
  const { after, pagerOf } = usePager(t`payouts ${search}`);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(platformPayoutsDocument, {
    search,
    first: PAGE_SIZE,
    after,
  });
  return (
    <Section title={t`Past payouts`}>
      <DataTable
        label={t`Past payouts`}
        columns={PAST}
        read={{ data: data && (data.platformAppPayouts?.nodes ?? []), error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={
          search === ''
            ? { title: t`No payouts yet`, text: t`Payouts that you mark above are listed here.` }
            : { title: t`No results`, text: t`No payouts match this search.` }
        }
        pager={pagerOf(data?.platformAppPayouts?.pageInfo)}
        isTitled
      />
    </Section>
  );
}

function MarkPayout({ balance }: { readonly balance: Balance }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { appName, currency } = balance;
  return (
    <>
      <Button size="xs" variant="default" aria-label={t`Mark payout: ${appName}, ${currency}`} onClick={open}>
        <Trans>Mark payout</Trans>
      </Button>
      {opened && (
        <OpenDialog title={t`Payout for ${appName}`} onClose={close} centered>
          <PayoutForm balance={balance} close={close} />
        </OpenDialog>
      )}
    </>
  );
}

const MAX_REFERENCE = 255;

function PayoutForm({
  balance: { appSlug: slug, appName, isTheme, currency, due },
  close,
}: {
  readonly balance: Balance;
  readonly close: () => void;
}) {
  const { mutate, isPending, error } = useTeamMutation(payoutMarkDocument);
  const [typed, setTyped] = useState(plainAmount(due, currency));
  const [reference, setReference] = useState('');
  const amount = minorUnits(typed, currency);
  const isAllowed = amount !== null && amount > 0 && amount <= due;
  return (
    <Form
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAllowed) return;
        const payout = { slug, isTheme, currency, amount, reference: reference.trim() };
        mutate(payout, { onSuccess: close });
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            Transfer the money to the developer of {appName} first. This only records the payout, and you
            can't undo it.
          </Trans>
        </Text>
        <TextInput
          field="amount"
          label={t`Amount (${currency})`}
          required
          inputMode="decimal"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isAllowed ? null : t`Enter an amount of at most ${money(due, currency)}.`}
          data-autofocus
        />
        <TextInput
          field="reference"
          label={t`Transfer reference`}
          description={t`The developer sees it. The same reference can't be used twice for the same app or theme.`}
          required
          maxLength={MAX_REFERENCE}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" loading={isPending} disabled={!isAllowed || reference.trim() === ''}>
            {isAllowed ? t`Mark ${money(amount, currency)} as paid out` : t`Mark payout`}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
