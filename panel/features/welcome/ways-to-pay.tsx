import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { storeAppsDocument } from '../store/generated.ts';
import { StoreCard } from '../store/store-card.tsx';
import { BankFields, emptyAccount } from '../storefronts/bank-fields.tsx';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import { StepForm } from './step-form.tsx';
import classes from './welcome.module.css';

/** Chooses how guests pay: through a payment app from the store, or without one. Details are under *Site*. */
export function WaysToPay({ storefrontId: id }: { readonly storefrontId: string }) {
  const { mutate, isPending, error } = useTeamMutation(storefrontsSetDocument);
  const [atProperty, setAtProperty] = useState(false);
  const [byTransfer, setByTransfer] = useState(false);
  const [account, setAccount] = useState(emptyAccount);
  const named = account.holder.trim() !== '' && account.iban.trim() !== '';
  const save = () => {
    const transfer = { kind: 'bank_transfer', enabled: true, bankAccount: account } as const;
    const property = { kind: 'pay_at_property', enabled: true } as const;
    mutate({
      input: { id, paymentMethods: [...(byTransfer ? [transfer] : []), ...(atProperty ? [property] : [])] },
    });
  };
  return (
    <StepForm
      label={t`Save payment methods`}
      valid={(atProperty || byTransfer) && (!byTransfer || named)}
      {...{ save, isPending, error }}
    >
      <PaymentApps />
      <Checkbox
        label={t`Pay at the property`}
        description={t`The booking is confirmed immediately. You collect the amount during the stay.`}
        checked={atProperty}
        onChange={({ currentTarget: { checked } }) => setAtProperty(checked)}
      />
      <Checkbox
        label={t`Bank transfer`}
        description={t`The nights are held for 72 hours while the money is on its way. You mark the booking as paid.`}
        checked={byTransfer}
        onChange={({ currentTarget: { checked } }) => setByTransfer(checked)}
      />
      {byTransfer && (
        <Stack gap="md">
          <BankFields account={account} within="paymentMethods.0" onChange={setAccount} />
        </Stack>
      )}
    </StepForm>
  );
}

const MOST_APPS = 3;

/** Newest payment apps in the store; hidden if the store has none. */
function PaymentApps() {
  const { data } = useTeamQuery(storeAppsDocument, { filter: { type: 'payment' }, first: MOST_APPS });
  const apps = data?.appStore.nodes ?? [];
  if (apps.length === 0) return null;
  return (
    <section aria-label={t`Cards and online payments`}>
      <Text fw={600}>
        <Trans>Cards and online payments</Trans>
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Guests pay when they book, and the booking is confirmed immediately. Install a payment app, or
          choose below how guests pay without one.
        </Trans>
      </Text>
      <ul className={classes.apps}>
        {apps.map((app) => (
          <StoreCard key={app.id} app={app} />
        ))}
      </ul>
    </section>
  );
}
