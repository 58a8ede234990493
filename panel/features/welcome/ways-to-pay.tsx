import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { BankFields, emptyAccount } from '../storefronts/bank-fields.tsx';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import { StepForm } from './step-form.tsx';

/** Chooses how guests pay without a payment app; details are under *Site*. */
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
      label="Save payment methods"
      valid={(atProperty || byTransfer) && (!byTransfer || named)}
      {...{ save, isPending, error }}
    >
      <Checkbox
        label="Pay at the property"
        description="The booking is confirmed immediately. You collect the amount during the stay."
        checked={atProperty}
        onChange={({ currentTarget: { checked } }) => setAtProperty(checked)}
      />
      <Checkbox
        label="Bank transfer"
        description="The nights are held for 72 hours while the money is on its way. You mark the booking as paid."
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
