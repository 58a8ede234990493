import { Button, Group, Menu, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { Refused } from '../../api/errors.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { FieldGroup } from '../../components/field-group.tsx';
import { TextInput } from '../../components/fields.tsx';
import { RefusedFields } from '../../components/form.tsx';
import { DeliveryBadge, HealthBadge } from '../../components/health-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useRowPager } from '../../components/pager.ts';
import { Panel, Section } from '../../components/panel.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { SavedSelect } from '../../components/saved-select.tsx';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { VersionBadge } from '../../components/version-badge.tsx';

interface Guest {
  readonly name: string;
  readonly nights: number;
}

const GUESTS: readonly Guest[] = Array.from({ length: 45 }, (_, i) => ({
  name: `Guest ${i + 1}`,
  nights: (i % 7) + 1,
}));

const COLUMNS: readonly Column<Guest>[] = [
  { title: 'Guest', order: 'guest', cell: ({ name }) => name },
  { title: 'Status', cell: () => <StatusBadge tone="good">Confirmed</StatusBadge> },
  { title: 'Nights', numeric: true, cell: ({ nights }) => nights },
];

const NO_GUESTS = { title: 'No guests yet', text: 'Guests appear here with their first booking.' };

const REFUSED = new Refused([
  { field: ['input', 'name'], message: 'Another room has this name.' },
  { message: 'The property is archived.' },
]);

/**
 * Every component in every state, for developers who build pages; it has an address, but no entry in the
 * navigation.
 */
export function GalleryPage() {
  return (
    <Page title="Gallery" lead="The components that pages are made of." actions={<Search />}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Badges />
        <Panel title="Facts">
          <Facts
            facts={[
              ['Check-in', 'Sat 21 Nov 2026'],
              ['Total', 'CHF 1,234.50'],
            ]}
          />
        </Panel>
        <Panel title="Permissions">
          <Permissions
            permissions={[
              {
                name: 'read_tasks',
                title: 'See your tasks',
                text: 'Their place and due time.',
                isNew: false,
              },
              {
                name: 'write_tasks',
                title: 'Work on your tasks',
                text: 'Start and complete them.',
                isNew: true,
              },
            ]}
          />
        </Panel>
        <Actions />
      </SimpleGrid>
      <Lists />
      <ErrorNote error={new Error('shown as a sentence for a person')} onRetry={() => undefined} />
      <Panel title="Loading">
        <Loading lines={3} />
      </Panel>
    </Page>
  );
}

function Search() {
  const { field } = useSearch();
  return <SearchField by="guest or reference" {...field} />;
}

function Badges() {
  return (
    <Panel title="Badges">
      <Stack gap="sm">
        <Group gap="xs">
          <StatusBadge tone="good">Good</StatusBadge>
          <StatusBadge tone="waiting">Waiting</StatusBadge>
          <StatusBadge tone="over">Over</StatusBadge>
          <StatusBadge tone="bad">Bad</StatusBadge>
        </Group>
        <Group gap="xs">
          <HealthBadge status="idle" />
          <HealthBadge status="healthy" />
          <HealthBadge status="failing" />
          <DeliveryBadge status="retrying" />
          <VersionBadge status="in_review" />
        </Group>
      </Stack>
    </Panel>
  );
}

function Actions() {
  const [secret, setSecret] = useState<string | null>('whsec_shown_once_in_the_gallery');
  const [unit, setUnit] = useState('Unit 1');
  return (
    <Panel title="Actions">
      <Stack>
        <Group>
          <Button onClick={() => setSecret('whsec_shown_once_in_the_gallery')}>Create secret</Button>
          <ConfirmButton
            title="Cancel this booking?"
            text="Its nights become available again. This can't be undone."
            confirmLabel="Cancel the booking"
            onConfirm={async () => undefined}
            isPending={false}
            error={null}
          >
            Cancel booking
          </ConfirmButton>
        </Group>
        <SavedSelect
          label="Unit"
          value={unit}
          data={['Unit 1', 'Unit 2']}
          saveLabel="Move"
          onSave={setUnit}
        />
        {secret && <SecretOnce label="webhook secret" secret={secret} onDone={() => setSecret(null)} />}
        <SaveRow disabled={false} isSaving={false} isSaved />
        <FieldGroup title="Group of fields" lead="What the group decides.">
          <RefusedFields error={REFUSED}>
            <TextInput field="name" label="Refused field" defaultValue="Room 2" />
            <ErrorNote error={REFUSED} />
          </RefusedFields>
        </FieldGroup>
      </Stack>
    </Panel>
  );
}

function Lists() {
  const { rows, pager } = useRowPager(GUESTS, 'gallery');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Guest 1']));
  const loaded = { error: null, refetch: () => undefined };
  const rowKey = ({ name }: Guest) => name;
  return (
    <>
      <Section title="List">
        <DataTable
          label="Guests"
          columns={COLUMNS}
          read={{ data: rows, ...loaded }}
          {...{ rowKey, pager }}
          empty={NO_GUESTS}
        />
      </Section>
      <Section title="List to sort and choose from">
        <DataTable
          label="Stays to choose"
          columns={COLUMNS}
          read={{ data: GUESTS.slice(0, 3), ...loaded }}
          {...{ rowKey }}
          empty={NO_GUESTS}
          isDense
          isBrief
          sorting={{ order: 'guest', setOrder: () => undefined }}
          choice={{ chosen, setChosen, nameOf: ({ name }) => name }}
        />
      </Section>
      <Section title="List in groups">
        <DataTable
          label="Stays in groups"
          columns={[
            ...COLUMNS,
            {
              title: '',
              numeric: true,
              cell: ({ name }) => (
                <RowMenu label={`Actions for ${name}`}>
                  <Menu.Item>Archive…</Menu.Item>
                </RowMenu>
              ),
            },
          ]}
          read={{ data: GUESTS.slice(0, 3), ...loaded }}
          {...{ rowKey }}
          groupOf={({ name }) => (name === 'Guest 1' ? 'First' : 'Others')}
          isTitled
          empty={NO_GUESTS}
        />
      </Section>
      <Section title="Empty list">
        <EmptyState title={NO_GUESTS.title} action={<Button variant="default">Enter a booking</Button>}>
          {NO_GUESTS.text}
        </EmptyState>
      </Section>
    </>
  );
}
