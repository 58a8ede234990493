import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { minorUnits, plainAmount } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { nightsOf, percentOf } from './charge-words.ts';
import { type EditedTaxFragment, taxSaveDocument } from './generated.ts';
import { WhenFields, whenInput } from './when-fields.tsx';

interface TaxDialogProps {
  readonly property: { readonly id: string; readonly currency: string };
  /** The tax to edit; null to add one. */
  readonly tax: EditedTaxFragment | null;
  readonly onClose: () => void;
}

const KINDS = translated([
  { value: 'added', label: msg`a percentage, added to the rate` },
  { value: 'inclusive', label: msg`a percentage, part of the rate` },
  { value: 'amount', label: msg`an amount per guest and night` },
]);
type Kind = (typeof KINDS)[number]['value'];

/** Exemptions from an amount per night, by the age at which guests start to pay. */
const EXEMPT = translated([
  { value: '18', label: msg`Adults pay` },
  { value: '0', label: msg`Everyone pays` },
]);

/** Adds or edits a tax. */
export function TaxDialog({ property: { id: propertyId, currency }, tax, onClose }: TaxDialogProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(taxSaveDocument);
  const [form, setForm] = useState(() => ({
    name: tax?.name ?? '',
    kind: kindOf(tax),
    value: tax ? typedValue(tax, currency) : '',
    exempt: String(tax?.exemptUnderAge ?? 18),
    maxNights: String(tax?.maxNights ?? ''),
    collect: tax?.collect ?? 'booking',
    validFrom: tax?.validFrom ?? '',
    validUntil: tax?.validUntil ?? '',
  }));
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const isAmount = form.kind === 'amount';
  const isInRate = form.kind === 'inclusive';
  const value = isAmount ? minorUnits(form.value, currency) : percentOf(form.value);
  const maxNights = nightsOf(form.maxNights);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (value === null || maxNights === undefined) return;
    const known = tax && { id: tax.id, externalId: tax.externalId };
    const levied = isAmount
      ? { amountPerNight: value, exemptUnderAge: Number(form.exempt) }
      : { percent: value, inclusive: isInRate };
    const when = whenInput(isInRate ? { ...form, collect: 'booking' } : form);
    await mutateAsync({
      input: { propertyId, ...known, name: form.name.trim(), ...levied, maxNights, ...when },
    });
    onClose();
  };
  const ages = EXEMPT.some((age) => age.value === form.exempt)
    ? [...EXEMPT]
    : [...EXEMPT, { value: form.exempt, label: t`Guests aged ${form.exempt} and over pay` }];
  return (
    <OpenDialog onClose={onClose} title={tax ? tax.name : t`Add a tax`} size="lg">
      <Form error={error} onSubmit={(event) => void save(event).catch(() => undefined)}>
        <Stack gap="md">
          <TextInput
            field="name"
            label={t`Name`}
            description={t`Shown to guests next to the amount`}
            required
            maxLength={120}
            value={form.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <NativeSelect
            field="basis"
            label={t`How it's charged`}
            data={KINDS.map(({ value: kind, label }) => ({ value: kind, label }))}
            value={form.kind}
            onChange={({ currentTarget }) =>
              set({ kind: KINDS.find((kind) => kind.value === currentTarget.value)?.value ?? 'added' })
            }
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              field={isAmount ? 'amount' : 'percent'}
              label={isAmount ? t`Amount (${currency})` : t`Percent`}
              required
              inputMode="decimal"
              value={form.value}
              error={
                form.value !== '' &&
                value === null &&
                (isAmount ? t`Enter an amount.` : t`Enter 0 to 100 with at most three decimals.`)
              }
              onChange={({ currentTarget }) => set({ value: currentTarget.value })}
            />
            {isAmount && (
              <NativeSelect
                field="exemptUnderAge"
                label={t`Who pays`}
                data={ages}
                value={form.exempt}
                onChange={({ currentTarget }) => set({ exempt: currentTarget.value })}
              />
            )}
          </SimpleGrid>
          <WhenFields typed={form} isPaidWithBooking={isInRate} onChange={set} />
          <TextInput
            field="maxNights"
            label={t`Maximum number of nights`}
            description={t`Counted from check-in. Leave empty for every night`}
            inputMode="numeric"
            maxLength={3}
            value={form.maxNights}
            error={maxNights === undefined && t`Enter 1 to 365.`}
            onChange={({ currentTarget }) => set({ maxNights: currentTarget.value })}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={form.name.trim() === '' || value === null || maxNights === undefined}
            >
              <Trans>Save tax</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}

function kindOf(tax: EditedTaxFragment | null): Kind {
  if (tax?.inclusive) return 'inclusive';
  return tax === null || tax.percent !== null ? 'added' : 'amount';
}

const typedValue = ({ percent, amountPerNight }: EditedTaxFragment, currency: string): string =>
  percent !== null ? String(percent) : plainAmount(amountPerNight ?? 0, currency);
