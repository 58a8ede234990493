import { SimpleGrid, Stack } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { EditableFor, OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { StorefrontPicker, useStorefront } from '../../components/storefront-picker.tsx';
import { SuspensionNote } from '../../components/suspension-note.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Acp } from './acp.tsx';
import { AfterBooking } from './after-booking.tsx';
import { Agents } from './agents.tsx';
import { Domains } from './domains.tsx';
import { storefrontsAllDocument } from './generated.ts';
import { NameAndLimits } from './limits.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { Policies } from './policies.tsx';
import { Requests } from './requests.tsx';
import type { Storefront } from './storefront.ts';

/** Permissions for agents and guests at a storefront, and the keys to its ACP checkout. */
export function StorefrontsPage() {
  const isManager = isOneOf(useTeam(), ['manager']);
  const { data, error, refetch } = useTeamQuery(storefrontsAllDocument, { isManager });
  const storefronts = data?.storefronts ?? [];
  const storefront = useStorefront(storefronts);
  return (
    <Page
      title="Site"
      lead={storefront && leadOf(storefront)}
      actions={<StorefrontPicker storefronts={storefronts} chosen={storefront} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label="Loading settings" />}
      {data && !storefront && (
        <EmptyState title="No storefront yet">
          Once this team has a storefront, its settings appear here.
        </EmptyState>
      )}
      {storefront?.suspension && (
        <SuspensionNote title="Suspended by the platform" {...storefront.suspension}>
          Guests and agents can't reach this storefront.
        </SuspensionNote>
      )}
      {storefront && (
        <EditableFor roles={['manager']}>
          <SimpleGrid key={storefront.id} cols={{ base: 1, lg: 2 }} spacing="lg">
            <Stack gap="lg">
              <Agents storefront={storefront} />
              {storefront.paymentMethods && (
                <PaymentMethods id={storefront.id} methods={storefront.paymentMethods} />
              )}
              <OnlyFor roles={[]}>
                <Acp storefront={storefront} />
              </OnlyFor>
              <OnlyFor roles={['manager']}>
                <Domains storefront={storefront} />
              </OnlyFor>
            </Stack>
            <Stack gap="lg">
              <NameAndLimits storefront={storefront} />
              <Requests storefront={storefront} />
              <AfterBooking storefront={storefront} />
              <Policies storefront={storefront} />
            </Stack>
          </SimpleGrid>
        </EditableFor>
      )}
    </Page>
  );
}

const leadOf = ({ domain, sandbox }: Storefront) =>
  sandbox ? `${domain} · sandbox: bookings here are tests, and no money moves` : domain;
