import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <Trans>Add a rule</Trans>
      </Button>
    </OnlyFor>
  );
  return (
    <Section title={t`Rules`}>
      <DataTable
        label={t`Rules`}
        columns={columnsFor({ templates, edit: setEdited })}
        rowKey={({ id }) => id}
        empty={
          templates.length === 0
            ? {
                title: t`No rules yet`,
                text: t`Add a template first. A rule then sends it at the right time.`,
              }
            : { title: t`No rules yet`, text: t`Templates are only sent by rules. Add one.`, action: add }
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

/** Puts templates that no rule sends first, because most new rules are for them. */
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
    title: msg`Rule`,
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
  { title: msg`Sent`, cell: (rule) => timeWords(rule) },
  {
    title: msg`Template`,
    cell: ({ templateId }) => templates.find(({ id }) => id === templateId)?.name ?? '—',
  },
  {
    title: msg`Channel`,
    cell: ({ channel }) => CHANNELS.find(({ value }) => value === channel)?.label ?? channel,
  },
  {
    title: msg`Status`,
    cell: ({ active }) => (
      <StatusBadge tone={active ? 'good' : 'over'}>{active ? t`On` : t`Off`}</StatusBadge>
    ),
  },
  {
    title: '',
    cell: (rule) => (
      <OnlyFor roles={EDITOR_ROLES}>
        <Group gap="xs" justify="flex-end">
          <Button size="xs" variant="default" aria-label={t`Edit ${rule.name}`} onClick={() => edit(rule)}>
            <Trans>Edit</Trans>
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
      aria-label={t`Remove ${name}`}
      title={t`Remove ${name}?`}
      text={t`Its waiting messages are removed too. Bookings still show the ones already sent.`}
      confirmLabel={t`Remove the rule`}
      onConfirm={() => remove.mutateAsync({ id })}
      isPending={remove.isPending}
      error={remove.error}
    >
      <Trans>Remove</Trans>
    </ConfirmButton>
  );
}
