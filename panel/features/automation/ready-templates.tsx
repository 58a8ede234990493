import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { languageName } from '../../format/languages.ts';
import { conventions } from '../../i18n/language.ts';
import { automationTemplateSaveDocument, type ReadyTemplateFragment } from './generated.ts';

interface ReadyTemplatesProps {
  readonly ready: readonly ReadyTemplateFragment[];
  /** Names of the team's templates. */
  readonly taken: readonly string[];
}

/** Adds a ready template with a click; hidden once the team has all of them. */
export function ReadyTemplates({ ready, taken }: ReadyTemplatesProps) {
  const { mutate, isPending, error } = useTeamMutation(automationTemplateSaveDocument);
  const [, navigate] = useLocation();
  const left = ready.filter(({ name }) => !taken.includes(name));
  if (left.length === 0) return null;
  const languages = new Intl.ListFormat(conventions()).format(
    (left[0]?.texts ?? []).map(({ locale }) => languageName(locale)),
  );
  const add = ({ name, texts }: ReadyTemplateFragment) =>
    mutate(
      { input: { name, texts } },
      {
        onSuccess: ({ messageTemplateSet }) => {
          const id = messageTemplateSet?.messageTemplate?.id;
          if (id) navigate(`/automation/messages/${id}`);
        },
      },
    );
  return (
    <Panel title={t`Start from a template`}>
      <Text size="sm" mb="sm">
        <Trans>
          Each is ready in {languages}. Nothing is sent until a rule sends it, and you can change every word.
        </Trans>
      </Text>
      <Group gap="sm">
        {left.map((one) => (
          <Button key={one.key} variant="default" disabled={isPending} onClick={() => add(one)}>
            {one.name}
          </Button>
        ))}
      </Group>
      <ErrorNote error={error} />
    </Panel>
  );
}
