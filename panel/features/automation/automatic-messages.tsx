import { t } from '@lingui/core/macro';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { automationMessagesDocument } from './generated.ts';
import { EDITOR_ROLES } from './message-words.ts';
import { ReadyTemplates } from './ready-templates.tsx';
import { Rules } from './rules.tsx';
import { Templates } from './templates.tsx';

/** A team's automatic messages: rules, which send templates to guests, and the templates. */
export function AutomaticMessagesPage() {
  const { data, error, refetch } = useTeamQuery(automationMessagesDocument, {});
  const templates = data?.messageTemplates ?? [];
  const rules = data?.messageRules ?? [];
  const ready = data?.readyMessageTemplates ?? [];
  return (
    <Page
      title={t`Automatic messages`}
      lead={t`Texts that guests get when something happens to their booking, or at a time before or after their stay. They add to the platform's own emails.`}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading automatic messages`} />}
      {data && (
        <>
          <Rules rules={rules} templates={templates} ready={ready} />
          <Templates templates={templates} rules={rules} />
          <OnlyFor roles={EDITOR_ROLES}>
            <ReadyTemplates ready={ready} taken={templates.map(({ name }) => name)} />
          </OnlyFor>
        </>
      )}
    </Page>
  );
}
