import { useRead } from '../../api/hooks.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { tasksSetup } from './generated.ts';
import { Provider } from './provider.tsx';

/** Which app is asked to assign each kind of task, how long it has, and what is created by itself. */
export function ProvidersPage() {
  const { data, error, refetch } = useRead(tasksSetup, {});
  return (
    <Page
      title="Task rules"
      lead="Which app finds somebody for a task, how long it has, and which tasks the platform creates by itself."
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading task rules" />}
      {data?.taskTypes.length === 0 && (
        <EmptyState title="No kinds of task">This team has no kinds of task.</EmptyState>
      )}
      {data?.taskTypes.map((type) => (
        <Provider
          key={type.id}
          type={type}
          rule={data.hostRules.find(({ taskType }) => taskType === type.id)?.enabled ?? false}
          apps={data.installedApps.nodes.map(({ app }) => app)}
        />
      ))}
    </Page>
  );
}
