import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, Switch, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { minorUnits, plainAmount } from '../../format/money.ts';
import { BASES } from './charge-words.ts';
import { type EditedFeeFragment, feeSaveDocument } from './generated.ts';
import { WhenFields, whenInput } from './when-fields.tsx';

interface FeeDialogProps {
  readonly property: { readonly id: string; readonly currency: string };
  /** The fee to edit; null to add one. */
  readonly fee: EditedFeeFragment | null;
  readonly onClose: () => void;
}

/** Adds or edits a fee. */
export function FeeDialog({ property: { id: propertyId, currency }, fee, onClose }: FeeDialogProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(feeSaveDocument);
  const [form, setForm] = useState({
    name: fee?.name ?? '',
    basis: fee?.basis ?? 'per_stay',
    amount: fee ? plainAmount(fee.amount, currency) : '',
    taxable: fee?.taxable ?? false,
    optional: fee?.optional ?? false,
    maxPerBooking: String(fee?.maxPerBooking ?? ''),
    collect: fee?.collect ?? 'booking',
    validFrom: fee?.validFrom ?? '',
    validUntil: fee?.validUntil ?? '',
  });
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const amount = minorUnits(form.amount, currency);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (amount === null) return;
    const { name, basis, taxable, optional } = form;
    const extra = optional && {
      optional,
      maxPerBooking: form.maxPerBooking === '' ? null : Number(form.maxPerBooking),
    };
    const when = whenInput(optional ? { ...form, collect: 'booking' } : form);
    const known = fee && { id: fee.id, externalId: fee.externalId };
    await mutateAsync({
      input: { propertyId, ...known, name: name.trim(), basis, amount, taxable, ...extra, ...when },
    });
    onClose();
  };
  return (
    <OpenDialog onClose={onClose} title={fee ? fee.name : t`Add a fee`} size="lg">
      <Form error={error} onSubmit={(event) => void save(event).catch(() => undefined)}>
        <Stack gap="md">
          <TextInput
            field="name"
            label={t`Name`}
            description={t`Shown to guests next to the amount`}
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget: { value } }) => set({ name: value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              field="amount"
              label={t`Amount (${currency})`}
              required
              inputMode="decimal"
              value={form.amount}
              error={form.amount !== '' && amount === null ? t`Enter an amount.` : undefined}
              onChange={({ currentTarget: { value } }) => set({ amount: value })}
            />
            <NativeSelect
              field="basis"
              label={t({ message: 'Charged', context: 'basis' })}
              data={BASES.map(({ value, label }) => ({ value, label }))}
              value={form.basis}
              onChange={({ currentTarget: { value } }) =>
                set({ basis: BASES.find((basis) => basis.value === value)?.value ?? 'per_stay' })
              }
            />
          </SimpleGrid>
          <Switch
            field="optional"
            label={t`Optional, guests can add it`}
            description={t`Guests choose how many they want. It's never part of a price otherwise.`}
            checked={form.optional}
            onChange={({ currentTarget: { checked } }) => set({ optional: checked })}
          />
          {form.optional && (
            <TextInput
              field="maxPerBooking"
              label={t`Maximum per booking`}
              description={t`1 to 99; 99 if empty`}
              type="number"
              min={1}
              max={99}
              value={form.maxPerBooking}
              onChange={({ currentTarget: { value } }) => set({ maxPerBooking: value })}
            />
          )}
          <WhenFields typed={form} onChange={set} isPaidWithBooking={form.optional} />
          <Switch
            field="taxable"
            label={t`Percentage taxes also apply to it`}
            checked={form.taxable}
            onChange={({ currentTarget: { checked } }) => set({ taxable: checked })}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={form.name.trim() === '' || amount === null}>
              <Trans>Save fee</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
