import { useTeamQuery } from '../../api/hooks.ts';
import { AutomationTabs } from '../../components/automation-tabs.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { automationMessagesDocument } from './generated.ts';
import { Rules } from './rules.tsx';
import { Templates } from './templates.tsx';

/** A team's automatic messages: rules, which send templates to guests, and the templates. */
export function AutomaticMessagesPage() {
  const { data, error, refetch } = useTeamQuery(automationMessagesDocument, {});
  const templates = data?.messageTemplates ?? [];
  const rules = data?.messageRules ?? [];
  return (
    <Page
      title="Automatic messages"
      lead="Texts that guests get when something happens to their booking, or at a time before or after their stay. They add to the platform's own emails."
      actions={<AutomationTabs />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading automatic messages" />}
      {data && (
        <>
          <Rules rules={rules} templates={templates} />
          <Templates templates={templates} rules={rules} />
        </>
      )}
    </Page>
  );
}
