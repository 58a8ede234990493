import { NativeSelect, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { type BankAccount, BankFields, emptyAccount } from './bank-fields.tsx';
import { type PaymentEffect, storefrontsSetDocument } from './generated.ts';
import { METHOD_WORDS } from './method-words.ts';
import type { Storefront } from './storefront.ts';

interface MethodFormProps {
  readonly storefrontId: string;
  readonly method: NonNullable<Storefront['paymentMethods']>[number];
}

const EFFECTS: readonly { readonly value: PaymentEffect; readonly label: string }[] = [
  { value: 'confirm', label: 'Confirm the booking immediately' },
  { value: 'extend_hold', label: 'Hold the nights until you mark it as paid' },
];

/** One payment method: its switch, its consequences, and guests' instructions. */
export function MethodForm({ storefrontId: id, method }: MethodFormProps) {
  const { kind } = method;
  const { name, about } = METHOD_WORDS[kind];
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(storefrontsSetDocument);
  const [form, setForm] = useState({
    enabled: method.enabled,
    effect: method.effect,
    holdHours: String(method.holdHours),
    instructions: method.instructions ?? '',
    account: method.bankAccount ? { ...method.bankAccount, bic: method.bankAccount.bic ?? '' } : emptyAccount,
  });
  const set = (change: Partial<typeof form>) => {
    reset();
    setForm({ ...form, ...change });
  };
  const refused = refusedFields(error);
  const holdHours = /^[1-9]\d{0,2}$/.test(form.holdHours.trim()) ? Number(form.holdHours) : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { enabled, effect, instructions, account } = form;
    const bankAccount = kind === 'bank_transfer' && hasAccount(account) ? account : null;
    mutate({
      input: { id, paymentMethods: [{ kind, enabled, effect, holdHours, instructions, bankAccount }] },
    });
  };
  return (
    <form onSubmit={save} aria-label={name}>
      <Stack gap="md">
        <Switch
          label={name}
          description={about}
          checked={form.enabled}
          onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
        />
        {form.enabled && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                label="When a guest chooses it"
                data={[...EFFECTS]}
                value={form.effect}
                onChange={({ currentTarget: { value } }) =>
                  set({ effect: value === 'confirm' ? 'confirm' : 'extend_hold' })
                }
              />
              {form.effect === 'extend_hold' && (
                <TextInput
                  label="Hours to hold the nights"
                  description="1 to 336, at most until check-in"
                  inputMode="numeric"
                  value={form.holdHours}
                  error={holdHours === null ? 'Enter a whole number.' : refused['paymentMethods.0.holdHours']}
                  onChange={({ currentTarget: { value } }) => set({ holdHours: value })}
                />
              )}
            </SimpleGrid>
            {kind === 'bank_transfer' && (
              <BankFields account={form.account} refused={refused} onChange={(account) => set({ account })} />
            )}
            <Textarea
              label="Instructions"
              description="Guests see them once they have chosen it."
              rows={3}
              maxLength={2_000}
              value={form.instructions}
              error={refused['paymentMethods.0.instructions']}
              onChange={({ currentTarget: { value } }) => set({ instructions: value })}
            />
          </>
        )}
        <ErrorNote error={error} />
        <SaveRow
          disabled={form.effect === 'extend_hold' && holdHours === null}
          isSaving={isPending}
          isSaved={isSuccess}
        />
      </Stack>
    </form>
  );
}

const hasAccount = ({ holder, iban }: BankAccount) => holder.trim() !== '' || iban.trim() !== '';
