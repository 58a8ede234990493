import { msg } from '@lingui/core/macro';
import { minorUnits, plainAmount } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import type { CancellationCostInput, CancellationTermsInput, EditedPolicyFragment } from './generated.ts';

/** Kind of cost for the guest. */
export type CostKind = 'free' | 'percent' | 'nights' | 'amount' | 'full';

/** A cost as typed. */
export interface TypedCost {
  readonly kind: CostKind;
  readonly value: string;
}

/** A tier as typed. */
export interface TypedTier extends TypedCost {
  /** Only for the list's rows. */
  readonly key: number;
  readonly before: string;
  readonly unit: 'days' | 'hours';
}

/** Terms as typed. */
export interface TypedTerms {
  readonly tiers: readonly TypedTier[];
  readonly afterLast: TypedCost;
  readonly timeOfDay: string;
}

/** A preset's key. */
export type Preset = 'flexible' | 'moderate' | 'strict' | 'non_refundable';

/** Names of the presets, which a policy made from a preset gets too. */
export const PRESET_WORDS: Readonly<Record<Preset, string>> = translated({
  flexible: msg`Flexible`,
  moderate: msg`Moderate`,
  strict: msg`Strict`,
  non_refundable: msg`Non-refundable`,
});

/** Preset terms, from lenient to strict. */
export const PRESETS: Readonly<Record<Preset, TypedTerms>> = {
  flexible: presetOf([[1, 'free', '']], 'full'),
  moderate: presetOf(
    [
      [7, 'free', ''],
      [1, 'percent', '50'],
    ],
    'full',
  ),
  strict: presetOf(
    [
      [30, 'free', ''],
      [14, 'percent', '50'],
    ],
    'full',
  ),
  non_refundable: presetOf([], 'full'),
};

function presetOf(tiers: readonly (readonly [days: number, CostKind, string])[], last: CostKind): TypedTerms {
  return {
    tiers: tiers.map(([days, kind, value], key) => ({
      key,
      kind,
      value,
      before: String(days),
      unit: 'days',
    })),
    afterLast: { kind: last, value: '' },
    timeOfDay: '18:00',
  };
}

/** Returns a policy's terms as form fields. */
export const typedTerms = (policy: EditedPolicyFragment, currency: string): TypedTerms => ({
  tiers: policy.tiers.map(({ hoursBefore, ...cost }, key) => {
    const inDays = hoursBefore % 24 === 0;
    return {
      key,
      ...typedCost(cost, currency),
      before: String(inDays ? hoursBefore / 24 : hoursBefore),
      unit: inDays ? 'days' : 'hours',
    };
  }),
  afterLast: typedCost(policy.afterLast, currency),
  timeOfDay: policy.timeOfDay,
});

function typedCost(
  { refundPercent, feeNights, feeAmount }: EditedPolicyFragment['afterLast'],
  currency: string,
): TypedCost {
  if (refundPercent === 100) return { kind: 'free', value: '' };
  if (refundPercent === 0) return { kind: 'full', value: '' };
  if (refundPercent !== null) return { kind: 'percent', value: String(100 - refundPercent) };
  if (feeNights !== null) return { kind: 'nights', value: String(feeNights) };
  return { kind: 'amount', value: plainAmount(feeAmount ?? 0, currency) };
}

/** Converts typed terms to the API's input; null while a number is missing. */
export function termsInput(typed: TypedTerms, currency: string): CancellationTermsInput | null {
  const tiers = typed.tiers.map((tier) => {
    const cost = costInput(tier, currency);
    const before = wholeNumber(tier.before);
    if (!cost || !before) return null;
    return { hoursBefore: before * (tier.unit === 'days' ? 24 : 1), ...cost };
  });
  const afterLast = costInput(typed.afterLast, currency);
  if (!afterLast || !tiers.every((tier) => tier !== null)) return null;
  return { tiers: tiers.filter((tier) => tier !== null), afterLast, timeOfDay: typed.timeOfDay };
}

function costInput({ kind, value }: TypedCost, currency: string): CancellationCostInput | null {
  switch (kind) {
    case 'free':
      return { refundPercent: 100 };
    case 'full':
      return { refundPercent: 0 };
    case 'percent': {
      const paid = wholeNumber(value);
      return paid === null || paid > 100 ? null : { refundPercent: 100 - paid };
    }
    case 'nights': {
      const feeNights = wholeNumber(value);
      return feeNights === null ? null : { feeNights };
    }
    case 'amount': {
      const feeAmount = minorUnits(value, currency);
      return feeAmount === null ? null : { feeAmount };
    }
  }
}

const wholeNumber = (text: string): number | null =>
  /^[1-9]\d{0,4}$/.test(text.trim()) ? Number(text.trim()) : null;
