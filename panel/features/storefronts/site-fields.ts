import { msg, t } from '@lingui/core/macro';
import { hoursOf } from '../../format/hours.ts';
import { translated } from '../../i18n/translated.ts';
import { type BankAccount, emptyAccount } from './bank-fields.tsx';
import type { PaymentMethodKind, PolicyKind, StorefrontUpdateInput } from './generated.ts';
import { type QuestionForm, questionForm, toQuestion } from './questions.tsx';
import type { Storefront } from './storefront.ts';

/** A payment method as typed. */
export interface TypedMethod {
  readonly kind: PaymentMethodKind;
  readonly enabled: boolean;
  readonly effect: 'confirm' | 'extend_hold';
  readonly holdHours: string;
  readonly instructions: string;
  readonly account: BankAccount;
}

/** A policy page as typed; without text, there is no page. */
export interface TypedPolicy {
  readonly kind: PolicyKind;
  readonly title: string;
  readonly text: string;
}

/** A storefront's settings as typed, by their names in the API. */
export interface SiteFields {
  readonly name: string;
  /** Language without the region. */
  readonly locale: string;
  readonly requestMode: Storefront['requestMode'];
  /** In hours. */
  readonly respondWithin: string;
  readonly payWithin: string;
  readonly minNotice: string;
  readonly requestQuestions: readonly QuestionForm[];
  readonly guestChanges: Storefront['guestChanges'];
  readonly maxHoldsPerGuest: string;
  readonly maxHeldNights: string;
  readonly maxHeldSharePercent: string;
  readonly policies: readonly TypedPolicy[];
  readonly paymentMethods: readonly TypedMethod[];
}

/** Policy pages in display order. */
export const POLICY_KINDS: readonly { readonly kind: PolicyKind; readonly title: string }[] = translated([
  { kind: 'terms_of_service', title: msg`Terms` },
  { kind: 'privacy_policy', title: msg`Privacy` },
  { kind: 'refund_policy', title: msg`Refunds` },
  { kind: 'faq', title: msg`Questions` },
  { kind: 'legal_notice', title: msg`Imprint` },
]);

/** Returns a storefront's saved settings as form values. */
export const fieldsOf = (storefront: Storefront): SiteFields => ({
  name: storefront.name,
  locale: storefront.locale.toLowerCase().split('-')[0] ?? '',
  requestMode: storefront.requestMode,
  respondWithin: hoursOf(storefront.respondWithin),
  payWithin: hoursOf(storefront.payWithin),
  minNotice: hoursOf(storefront.minNotice),
  requestQuestions: storefront.requestQuestions.map((question, place) => questionForm(-1 - place, question)),
  guestChanges: storefront.guestChanges,
  maxHoldsPerGuest: String(storefront.maxHoldsPerGuest),
  maxHeldNights: String(storefront.maxHeldNights),
  maxHeldSharePercent: String(storefront.maxHeldSharePercent),
  policies: POLICY_KINDS.map(({ kind, title }) => {
    const page = storefront.policies.find((policy) => policy.kind === kind);
    return { kind, title: page?.title ?? title, text: page?.text ?? '' };
  }),
  paymentMethods: (storefront.paymentMethods ?? []).map(
    ({ kind, enabled, effect, holdHours, instructions, bankAccount }) => ({
      kind,
      enabled,
      effect,
      holdHours: String(holdHours),
      instructions: instructions ?? '',
      account: bankAccount ? { ...bankAccount, bic: bankAccount.bic ?? '' } : emptyAccount,
    }),
  ),
});

const WHOLE = msg`Enter a whole number.`;
const HOURS = msg`Enter a number of hours.`;

/** Returns the mistakes in the typed values, by field; a payment method's by its kind. */
export function mistakesIn(fields: SiteFields): Readonly<Record<string, string>> {
  const whole = (field: 'maxHoldsPerGuest' | 'maxHeldNights' | 'maxHeldSharePercent') =>
    /^\d{1,10}$/.test(fields[field].trim()) ? [] : [[field, WHOLE]];
  const hours = (field: 'respondWithin' | 'payWithin' | 'minNotice') =>
    /^\d{1,4}(?:\.\d{1,2})?$/.test(fields[field].trim()) ? [] : [[field, HOURS]];
  return Object.fromEntries([
    ...(fields.name.trim() === '' ? [['name', t`Enter a name.`]] : []),
    ...whole('maxHoldsPerGuest'),
    ...whole('maxHeldNights'),
    ...whole('maxHeldSharePercent'),
    ...hours('respondWithin'),
    ...hours('payWithin'),
    ...hours('minNotice'),
    ...fields.policies
      .filter(({ title, text }) => text.trim() !== '' && title.trim() === '')
      .map(({ kind }) => [kind, t`Enter a heading.`]),
    ...fields.paymentMethods
      .filter(({ enabled, effect, holdHours }) => enabled && effect === 'extend_hold' && !isHold(holdHours))
      .map(({ kind }) => [kind, WHOLE]),
  ]);
}

const isHold = (typed: string) => /^[1-9]\d{0,2}$/.test(typed.trim());

/** Returns the payment methods that differ from the saved ones: the ones to send. */
export const changedMethods = (fields: SiteFields, saved: SiteFields): readonly TypedMethod[] =>
  fields.paymentMethods.filter(
    (method, place) => JSON.stringify(method) !== JSON.stringify(saved.paymentMethods[place]),
  );

/** Returns the policy pages with a text: the ones to send. */
export const writtenPolicies = ({ policies }: SiteFields): readonly TypedPolicy[] =>
  policies.filter(({ text }) => text.trim() !== '');

/**
 * Returns the changed fields as the API takes them. Unchanged fields aren't sent: a sent default would become
 * the host's fixed value, and a sent language would remove the locale's region.
 */
export function changeOf(
  id: string,
  fields: SiteFields,
  changed: readonly (keyof SiteFields)[],
  saved: SiteFields,
): StorefrontUpdateInput {
  const given: Readonly<Record<keyof SiteFields, () => Partial<StorefrontUpdateInput>>> = {
    name: () => ({ name: fields.name.trim() }),
    locale: () => ({ locale: fields.locale }),
    requestMode: () => ({ requestMode: fields.requestMode }),
    respondWithin: () => ({ respondWithin: durationOf(fields.respondWithin) }),
    payWithin: () => ({ payWithin: durationOf(fields.payWithin) }),
    minNotice: () => ({ minNotice: durationOf(fields.minNotice) }),
    requestQuestions: () => ({ requestQuestions: fields.requestQuestions.map(toQuestion) }),
    guestChanges: () => ({ guestChanges: fields.guestChanges }),
    maxHoldsPerGuest: () => ({ maxHoldsPerGuest: Number(fields.maxHoldsPerGuest) }),
    maxHeldNights: () => ({ maxHeldNights: Number(fields.maxHeldNights) }),
    maxHeldSharePercent: () => ({ maxHeldSharePercent: Number(fields.maxHeldSharePercent) }),
    policies: () => ({
      policies: writtenPolicies(fields).map(({ kind, title, text }) => ({
        kind,
        title: title.trim(),
        text: text.trim(),
      })),
    }),
    paymentMethods: () => ({
      paymentMethods: changedMethods(fields, saved).map(
        ({ kind, enabled, effect, holdHours, instructions, account }) => ({
          kind,
          enabled,
          effect,
          holdHours: isHold(holdHours) ? Number(holdHours) : null,
          instructions,
          bankAccount: kind === 'bank_transfer' && hasAccount(account) ? account : null,
        }),
      ),
    }),
  };
  return Object.assign({ id }, ...changed.map((field) => given[field]()));
}

const hasAccount = ({ holder, iban }: BankAccount) => holder.trim() !== '' || iban.trim() !== '';

const durationOf = (hours: string): string => `PT${Math.round(Number(hours.trim()) * 60)}M`;

/** Properties of a section's fields. */
export interface SitePart {
  readonly fields: SiteFields;
  readonly saved: SiteFields;
  readonly mistakes: Readonly<Record<string, string>>;
  readonly set: (change: Partial<SiteFields>) => void;
}
