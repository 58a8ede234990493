import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import {
  automationRuleRemoveDocument,
  type EditedRuleFragment,
  type ListedTemplateFragment,
  type ReadyTemplateFragment,
} from './generated.ts';
import { CHANNELS, EDITOR_ROLES, filterWords, timeWords } from './message-words.ts';
import { RuleDialog } from './rule-dialog.tsx';

interface RulesProps {
  readonly rules: readonly EditedRuleFragment[];
  readonly templates: readonly ListedTemplateFragment[];
  readonly ready: readonly ReadyTemplateFragment[];
}

/** The team's rules, one per row, and a form that adds or changes one. */
export function Rules({ rules, templates, ready }: RulesProps) {
  const [edited, setEdited] = useState<EditedRuleFragment | 'new' | null>(null);
  const add = (
    <OnlyFor roles={EDITOR_ROLES}>
      <Button variant="default" onClick={() => setEdited('new')}>
        Add a rule
      </Button>
    </OnlyFor>
  );
  return (
    <Section title="Rules">
      <DataTable
        label="Rules"
        columns={columnsFor({ templates, edit: setEdited })}
        rowKey={({ id }) => id}
        empty={
          templates.length === 0
            ? {
                title: 'No rules yet',
                text: 'Add a template first. A rule then sends it at the right time.',
              }
            : { title: 'No rules yet', text: 'Templates are only sent by rules. Add one.', action: add }
        }
        read={{ data: rules, error: null, refetch: () => undefined }}
      />
      {rules.length > 0 && <Group mt="sm">{add}</Group>}
      {edited && (
        <RuleDialog
          rule={edited === 'new' ? null : edited}
          templates={inOrderToAdd(templates, rules)}
          ready={ready}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  );
}

/** Puts templates that no rule sends first: a new rule is usually for one of them. */
const inOrderToAdd = (templates: RulesProps['templates'], rules: RulesProps['rules']) => {
  const isSent = ({ id }: ListedTemplateFragment) => rules.some(({ templateId }) => templateId === id);
  return [...templates.filter((one) => !isSent(one)), ...templates.filter(isSent)];
};

interface ColumnsOptions {
  readonly templates: RulesProps['templates'];
  readonly edit: (rule: EditedRuleFragment) => void;
}

const columnsFor = ({ templates, edit }: ColumnsOptions): readonly Column<EditedRuleFragment>[] => [
  {
    title: 'Rule',
    cell: (rule) => (
      <div>
        <Text size="sm" fw={600}>
          {rule.name}
        </Text>
        {filterWords(rule) && (
          <Text size="sm" c="dimmed">
            {filterWords(rule)}
          </Text>
        )}
      </div>
    ),
  },
  { title: 'Sent', cell: (rule) => timeWords(rule) },
  { title: 'Template', cell: ({ templateId }) => templates.find(({ id }) => id === templateId)?.name ?? '—' },
  {
    title: 'Channel',
    cell: ({ channel }) => CHANNELS.find(({ value }) => value === channel)?.label ?? channel,
  },
  {
    title: 'Status',
    cell: ({ active }) => <StatusBadge tone={active ? 'good' : 'over'}>{active ? 'On' : 'Off'}</StatusBadge>,
  },
  {
    title: '',
    cell: (rule) => (
      <OnlyFor roles={EDITOR_ROLES}>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" aria-label={`Edit ${rule.name}`} onClick={() => edit(rule)}>
            Edit
          </Button>
          <RemoveRule rule={rule} />
        </Group>
      </OnlyFor>
    ),
  },
];

function RemoveRule({ rule: { id, name } }: { readonly rule: EditedRuleFragment }) {
  const remove = useTeamMutation(automationRuleRemoveDocument);
  return (
    <ConfirmButton
      size="xs"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      text="Its waiting messages are removed too. Bookings still show the ones already sent."
      confirmLabel="Remove the rule"
      onConfirm={() => remove.mutateAsync({ id })}
      isPending={remove.isPending}
      error={remove.error}
    >
      Remove
    </ConfirmButton>
  );
}
