import { Stack } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { DryRun } from './dry-run.tsx';
import { Export } from './export.tsx';
import { transferStorefrontsDocument } from './generated.ts';
import { ReadPage } from './read-page.tsx';
import { Upload } from './upload.tsx';
import { UploadReservations } from './upload-reservations.tsx';

/** Properties and unit types as a file: imported into a storefront after a dry run, or exported from it. */
export function TransferPage() {
  const { data, error, refetch } = useTeamQuery(transferStorefrontsDocument, {});
  const [parameters, setParameters] = useSearchParams();
  const open = data?.storefronts.filter(({ status }) => status !== 'closed') ?? [];
  const chosen = useStorefront(open.toSorted((a, b) => Number(a.sandbox) - Number(b.sandbox)));
  const importId = parameters.get('import');
  return (
    <Page
      title="Import and export"
      lead="Everything a storefront sells as a file, tables from a spreadsheet, reservations from another system, or your own web page as a draft."
      actions={<StorefrontPicker storefronts={open} chosen={chosen} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading storefronts" />}
      {data && !chosen && (
        <EmptyState title="No storefront yet">
          Once this team has a storefront, you can import into it.
        </EmptyState>
      )}
      {chosen && (
        <Stack gap="lg">
          <Upload
            storefrontId={chosen.id}
            onSent={(id) => setParameters({ storefront: chosen.id, import: id })}
          />
          <UploadReservations
            storefrontId={chosen.id}
            onSent={(id) => setParameters({ storefront: chosen.id, import: id })}
          />
          <ReadPage
            storefrontId={chosen.id}
            onBegun={(id) => setParameters({ storefront: chosen.id, import: id })}
          />
          {importId && <DryRun key={importId} id={importId} />}
          <Export key={chosen.id} storefrontId={chosen.id} />
        </Stack>
      )}
    </Page>
  );
}
