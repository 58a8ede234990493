import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { languageName } from '../../format/languages.ts';
import {
  automationTemplateRemoveDocument,
  type EditedRuleFragment,
  type ListedTemplateFragment,
} from './generated.ts';
import { EDITOR_ROLES } from './message-words.ts';

interface TemplatesProps {
  readonly templates: readonly ListedTemplateFragment[];
  readonly rules: readonly EditedRuleFragment[];
}

/** The team's templates, one per row. */
export function Templates({ templates, rules }: TemplatesProps) {
  const add = (
    <OnlyFor roles={EDITOR_ROLES}>
      <Button component={Link} href="/automation/messages/new" variant="default">
        <Trans>Write a template</Trans>
      </Button>
    </OnlyFor>
  );
  return (
    <Section title={t`Templates`}>
      <DataTable
        label={t`Templates`}
        columns={columnsFor(rules)}
        rowKey={({ id }) => id}
        empty={{
          title: t`No templates yet`,
          text: t`A template is a text in one or more languages. Variables such as the check-in date are filled in for each guest.`,
          action: add,
        }}
        read={{ data: templates, error: null, refetch: () => undefined }}
      />
      {templates.length > 0 && <Group mt="sm">{add}</Group>}
    </Section>
  );
}

const columnsFor = (rules: TemplatesProps['rules']): readonly Column<ListedTemplateFragment>[] => [
  {
    title: msg`Template`,
    cell: ({ id, name }) => (
      <Anchor component={Link} href={`/automation/messages/${id}`} size="sm" fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: msg`Languages`, cell: ({ texts }) => texts.map(({ locale }) => languageName(locale)).join(', ') },
  {
    title: msg`Sent by`,
    cell: ({ id }) => {
      const names = rules.filter(({ templateId }) => templateId === id).map(({ name }) => name);
      return names.length > 0 ? (
        names.join(', ')
      ) : (
        <Text c="dimmed">
          <Trans>No rule yet</Trans>
        </Text>
      );
    },
  },
  { title: msg`Changed`, cell: ({ updatedAt }) => instant(updatedAt) },
  {
    title: '',
    cell: (template) => (
      <OnlyFor roles={EDITOR_ROLES}>
        <Group justify="flex-end">
          <RemoveTemplate template={template} />
        </Group>
      </OnlyFor>
    ),
  },
];

function RemoveTemplate({ template: { id, name } }: { readonly template: ListedTemplateFragment }) {
  const remove = useTeamMutation(automationTemplateRemoveDocument);
  return (
    <ConfirmButton
      size="xs"
      aria-label={t`Remove ${name}`}
      title={t`Remove ${name}?`}
      text={t`Its texts are deleted in every language. A template that a rule sends can't be removed.`}
      confirmLabel={t`Remove the template`}
      onConfirm={() => remove.mutateAsync({ id })}
      isPending={remove.isPending}
      error={remove.error}
    >
      <Trans>Remove</Trans>
    </ConfirmButton>
  );
}
