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
        Write a template
      </Button>
    </OnlyFor>
  );
  return (
    <Section title="Templates">
      <DataTable
        label="Templates"
        columns={columnsFor(rules)}
        rowKey={({ id }) => id}
        empty={{
          title: 'No templates yet',
          text: 'A template is a text in one or more languages. Variables such as the check-in date are filled in for each guest.',
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
    title: 'Template',
    cell: ({ id, name }) => (
      <Anchor component={Link} href={`/automation/messages/${id}`} size="sm" fw={600}>
        {name}
      </Anchor>
    ),
  },
  { title: 'Languages', cell: ({ texts }) => texts.map(({ locale }) => languageName(locale)).join(', ') },
  {
    title: 'Sent by',
    cell: ({ id }) => {
      const names = rules.filter(({ templateId }) => templateId === id).map(({ name }) => name);
      return names.length > 0 ? names.join(', ') : <Text c="dimmed">No rule yet</Text>;
    },
  },
  { title: 'Changed', cell: ({ updatedAt }) => instant(updatedAt) },
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
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      text="Its texts are deleted in every language. A template that a rule sends can't be removed."
      confirmLabel="Remove the template"
      onConfirm={() => remove.mutateAsync({ id })}
      isPending={remove.isPending}
      error={remove.error}
    >
      Remove
    </ConfirmButton>
  );
}
