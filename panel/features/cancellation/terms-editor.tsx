import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Fieldset, Group, Stack } from '@mantine/core';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import { translated } from '../../i18n/translated.ts';
import type { CostKind, TypedCost, TypedTerms, TypedTier } from './terms-form.ts';
import { TermsInWords } from './terms-in-words.tsx';

interface TermsEditorProps {
  readonly typed: TypedTerms;
  readonly currency: string;
  readonly onChange: (typed: TypedTerms) => void;
}

const COSTS: readonly { readonly value: CostKind; readonly label: string }[] = translated([
  { value: 'free', label: msg`nothing` },
  { value: 'percent', label: msg`a percentage of the price` },
  { value: 'nights', label: msg`the first nights` },
  { value: 'amount', label: msg`a fixed amount` },
  { value: 'full', label: msg`the full price` },
]);

/** Tier limit, as in the API. */
const MOST_TIERS = 10;

/** Edits a cancellation policy's tiers and shows the resulting sentence. */
export function TermsEditor({ typed, currency, onChange }: TermsEditorProps) {
  const { tiers, afterLast } = typed;
  const setTier = (key: number, change: Partial<TypedTier>) =>
    onChange({ ...typed, tiers: tiers.map((tier) => (tier.key === key ? { ...tier, ...change } : tier)) });
  const add = () => {
    const key = Math.max(0, ...tiers.map((tier) => tier.key + 1));
    const tier: TypedTier = { key, before: '', unit: 'days', kind: 'percent', value: '' };
    onChange({ ...typed, tiers: [...tiers, tier] });
  };
  return (
    <Stack gap="md">
      {tiers.map(({ key, before, unit, ...cost }, place) => (
        <Fieldset key={key} legend={t`Step ${place + 1}`}>
          <Group align="end" gap="sm">
            <TextInput
              field={`terms.tiers.${place}.hoursBefore`}
              label={t`Until`}
              inputMode="numeric"
              w={90}
              value={before}
              onChange={({ currentTarget: { value } }) => setTier(key, { before: value })}
            />
            <NativeSelect
              field={null}
              label={t`Before check-in`}
              data={[
                { value: 'days', label: t`days` },
                { value: 'hours', label: t`hours` },
              ]}
              value={unit}
              onChange={({ currentTarget: { value } }) =>
                setTier(key, { unit: value === 'hours' ? 'hours' : 'days' })
              }
            />
            <CostFields
              within={`terms.tiers.${place}`}
              cost={cost}
              currency={currency}
              onChange={(change) => setTier(key, change)}
            />
            <Button
              variant="subtle"
              color="gray"
              aria-label={t`Remove step ${place + 1}`}
              onClick={() => onChange({ ...typed, tiers: tiers.filter((tier) => tier.key !== key) })}
            >
              <Trans>Remove</Trans>
            </Button>
          </Group>
        </Fieldset>
      ))}
      <Group>
        <Button variant="default" size="xs" disabled={tiers.length >= MOST_TIERS} onClick={add}>
          <Trans>Add a step</Trans>
        </Button>
      </Group>
      <Fieldset legend={tiers.length > 0 ? t`After that, or if they don't arrive` : t`Always`}>
        <Group align="end" gap="sm">
          <CostFields
            within="terms.afterLast"
            cost={afterLast}
            currency={currency}
            onChange={(change) => onChange({ ...typed, afterLast: { ...afterLast, ...change } })}
          />
        </Group>
      </Fieldset>
      {tiers.length > 0 && (
        <TextInput
          field="terms.timeOfDay"
          type="time"
          label={t`Time of day`}
          description={t`Days and hours are counted from this time on the check-in day.`}
          w={220}
          value={typed.timeOfDay}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, timeOfDay: value })}
        />
      )}
      <TermsInWords typed={typed} currency={currency} />
    </Stack>
  );
}

interface CostFieldsProps {
  /** Path of the cost within the mutation's input. */
  readonly within: string;
  readonly cost: TypedCost;
  readonly currency: string;
  readonly onChange: (change: Partial<TypedCost>) => void;
}

/** The guest's cost: its kind and amount. */
function CostFields({ within, cost: { kind, value }, currency, onChange }: CostFieldsProps) {
  const units = { percent: t`Percent`, nights: t`Nights`, amount: t`Amount (${currency})` };
  return (
    <>
      <NativeSelect
        field={within}
        label={t`The guest pays`}
        data={COSTS}
        value={kind}
        onChange={({ currentTarget }) =>
          onChange({ kind: COSTS.find((cost) => cost.value === currentTarget.value)?.value ?? 'full' })
        }
      />
      {kind !== 'free' && kind !== 'full' && (
        <TextInput
          field={null}
          label={units[kind]}
          inputMode="decimal"
          w={110}
          value={value}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      )}
    </>
  );
}
