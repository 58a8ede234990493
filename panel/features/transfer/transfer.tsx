import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { DryRun, type ImportSource } from './dry-run.tsx';
import { Export } from './export.tsx';
import type { Following } from './file-import.ts';
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
  const importSource = parameters.get('from') ?? 'file';
  const [begunId, setBegunId] = useState<string | null>(null);
  const following = (storefrontId: string, source: ImportSource): Following => ({
    onBegin: () => setParameters({ storefront: storefrontId }),
    onSent: (id) => {
      setBegunId(id);
      setParameters({ storefront: storefrontId, import: id, from: source });
    },
  });
  const resultOf = (source: ImportSource) =>
    importId &&
    importSource === source && (
      <DryRun key={`import ${importId}`} id={importId} source={source} isNew={importId === begunId} />
    );
  return (
    <Page
      title={t`Import and export`}
      lead={t`Everything a storefront sells as a file, tables from a spreadsheet, reservations from another system, or your own web page as a draft.`}
      actions={<StorefrontPicker storefronts={open} chosen={chosen} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading storefronts`} />}
      {data && !chosen && (
        <EmptyState title={t`No storefront yet`}>
          <Trans>Once this team has a storefront, you can import into it.</Trans>
        </EmptyState>
      )}
      {chosen && (
        <Stack gap="lg">
          <Upload storefrontId={chosen.id} {...following(chosen.id, 'file')} />
          {resultOf('file')}
          <UploadReservations storefrontId={chosen.id} {...following(chosen.id, 'reservations')} />
          {resultOf('reservations')}
          <ReadPage storefrontId={chosen.id} {...following(chosen.id, 'page')} />
          {resultOf('page')}
          <Export key={`export ${chosen.id}`} storefrontId={chosen.id} />
        </Stack>
      )}
    </Page>
  );
}
