import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { translated } from '../../i18n/translated.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { LeaveGuard } from '../content/leave-guard.tsx';
import {
  automationTemplateDocument,
  automationTemplateSaveDocument,
  type ListedTemplateFragment,
} from './generated.ts';
import { EDITOR_ROLES } from './message-words.ts';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateTexts, type TypedText } from './template-texts.tsx';

const LIST = translated({ href: '/automation/messages', label: msg`Automatic messages` });

/** One template: its texts, and a preview with a real booking. */
export function TemplatePage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(automationTemplateDocument, {});
  const mayEdit = isOneOf(useTeam(), EDITOR_ROLES);
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the template`} />;
  const template = data.messageTemplates?.find((one) => one.id === id) ?? null;
  if (!template && !(id === 'new' && mayEdit)) {
    return (
      <NotFoundPage title={t`Template`} list={LIST}>
        <Trans>This team has no template with that number. It may have been removed.</Trans>
      </NotFoundPage>
    );
  }
  return <Editor key={id} template={template} />;
}

const NEW: ListedTemplateFragment = {
  id: '',
  name: '',
  updatedAt: '',
  texts: [{ locale: 'en', subject: '', body: '' }],
};

function Editor({ template }: { readonly template: ListedTemplateFragment | null }) {
  const saved = template ?? NEW;
  const [, navigate] = useLocation();
  const save = useTeamMutation(automationTemplateSaveDocument);
  const [name, setName] = useState(saved.name);
  const [texts, setTexts] = useState<readonly TypedText[]>(saved.texts);
  const [locale, setLocale] = useState(saved.texts[0]?.locale ?? 'en');
  const [seenError, setSeenError] = useState<unknown>(null);
  const shown = texts.find((text) => text.locale === locale) ?? texts[0];
  const isDirty = name !== saved.name || JSON.stringify(texts) !== JSON.stringify(saved.texts);
  const refusals = refusalsOf(save.error);
  const hasPlace = Object.keys(refusals).some(
    (field) => field === 'name' || /^texts\.\d+\.(subject|body)$/.test(field),
  );
  if (save.error !== seenError) {
    setSeenError(save.error);
    // The form focuses a refused field, so its language must be shown.
    const refused = texts.filter(
      (_, place) => refusals[`texts.${place}.subject`] ?? refusals[`texts.${place}.body`],
    );
    if (refused[0] && !refused.some((text) => text.locale === locale)) setLocale(refused[0].locale);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { input: { id: template?.id ?? null, name: name.trim(), texts } },
      {
        onSuccess: ({ messageTemplateSet }) => {
          const added = messageTemplateSet?.messageTemplate?.id;
          if (!template && added) navigate(`/automation/messages/${added}`, { replace: true });
          setName(name.trim());
        },
      },
    );
  };
  const change = (act: () => void) => {
    save.reset();
    act();
  };
  return (
    <Page title={template?.name ?? t`New template`} lead={<BackLink href={LIST.href}>{LIST.label}</BackLink>}>
      <LeaveGuard isDirty={isDirty && !save.isPending && !(save.isSuccess && !template)} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`Text`}>
          <Form error={save.error} onSubmit={submit} noValidate>
            <EditableFor roles={EDITOR_ROLES}>
              <Stack gap="md">
                <TextInput
                  label={t`Name`}
                  description={t`For you and your team`}
                  required
                  maxLength={120}
                  value={name}
                  error={refusals['name']}
                  onChange={({ currentTarget: { value } }) => change(() => setName(value))}
                />
                <TemplateTexts
                  texts={texts}
                  locale={shown?.locale ?? locale}
                  refusals={refusals}
                  onLocale={setLocale}
                  onChange={(changed) => change(() => setTexts(changed))}
                />
                {save.error && !hasPlace && <ErrorNote error={save.error} />}
                <OnlyFor roles={EDITOR_ROLES}>
                  <SaveRow
                    label={template ? t`Save` : t`Add the template`}
                    disabled={!isDirty}
                    isSaving={save.isPending}
                    isSaved={save.isSuccess && !isDirty}
                  />
                </OnlyFor>
              </Stack>
            </EditableFor>
          </Form>
        </Panel>
        <Panel title={t`Preview`}>
          <TemplatePreview template={template} locale={shown?.locale ?? locale} isDirty={isDirty} />
        </Panel>
      </SimpleGrid>
    </Page>
  );
}
