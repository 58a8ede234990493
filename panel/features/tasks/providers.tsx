import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { assigningAppsDocument, tasksSetupDocument } from './generated.ts';
import { OwnRules } from './own-rules.tsx';
import { Provider } from './provider.tsx';

/** Each task type's assignment app, its time limit, and automatic tasks. */
export function ProvidersPage() {
  const setup = useTeamQuery(tasksSetupDocument, {});
  const apps = useTeamQueryAll(assigningAppsDocument, ({ installedApps: listed }) => listed);
  const data = setup.data && apps.data && { ...setup.data, apps: apps.data.map(({ app }) => app) };
  const error = setup.error ?? apps.error;
  const refetch = () => Promise.all([setup.refetch(), apps.refetch()]);
  return (
    <Page
      title={t`Automation`}
      lead={t`Which app assigns each task type, how long it has, and which tasks are created automatically.`}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading task rules`} />}
      {data && <OwnRules taskTypes={data.taskTypes ?? []} />}
      {data?.taskTypes?.length === 0 && (
        <EmptyState title={t`No task types`}>
          <Trans>This team has no task types.</Trans>
        </EmptyState>
      )}
      {data?.taskTypes?.map((type) => (
        <Provider key={type.id} type={type} apps={data.apps} />
      ))}
    </Page>
  );
}
