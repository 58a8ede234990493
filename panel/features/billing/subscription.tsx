import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import type { Operation } from '../../api/operation.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Panel } from '../../components/panel.tsx';
import { dayAndYear, instant } from '../../format/dates.ts';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import {
  appCapSetDocument,
  appPlanChangeDocument,
  appSubscriptionDetailDocument,
  appSubscriptionEndDocument,
  type PlanTermsFragment,
  type SubscriptionFactsFragment,
  themePlanChangeDocument,
  themePlansDocument,
  themeSubscriptionEndDocument,
} from './generated.ts';
import { priceWords, STATUS_WORDS, usagePrices, usageWords } from './plan-words.ts';

type Subscription = SubscriptionFactsFragment;

/** Words and mutations that differ between apps and themes. */
interface Words {
  readonly frozen: string;
  readonly overdue: string;
  readonly end: string;
  readonly change: Operation<
    object,
    { readonly slug: string; readonly plan: string; readonly planVersion?: number | null }
  >;
  readonly cancel: Operation<object, { readonly slug: string }>;
}

const APP: Words = translated({
  frozen: msg`has stopped working. It continues within a minute of payment.`,
  overdue: msg`stops working 14 days after becoming overdue.`,
  end: msg`is then uninstalled`,
  change: appPlanChangeDocument,
  cancel: appSubscriptionEndDocument,
});
const THEME: Words = translated({
  frozen: msg`stays on your site, but you can't change or publish it until you pay.`,
  overdue: msg`can't be changed or published 14 days after becoming overdue. It stays on your site.`,
  end: msg`is then removed from your sites, so guests see the platform’s own layout`,
  change: themePlanChangeDocument,
  cancel: themeSubscriptionEndDocument,
});

/** An installed app's plan, usage and cap; owners can change them. Hidden for an app without a plan. */
export function SubscriptionPanel({
  app,
}: {
  readonly app: { readonly slug: string; readonly name: string };
}) {
  const { data, error, refetch } = useTeamQuery(appSubscriptionDetailDocument, { slug: app.slug });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  const subscription = data?.install?.subscription;
  if (!subscription) return null;
  return <Plan title={t`Plan`} words={APP} {...{ app, subscription }} plans={data.storeApp?.plans ?? []} />;
}

/** The team's subscriptions to themes, or to a single theme; owners can change them. Hidden without any. */
export function ThemeSubscriptions({ slugs }: { readonly slugs?: readonly string[] }) {
  const { data, error, refetch } = useTeamQuery(themePlansDocument, {});
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  const shown = data?.themeSubscriptions.filter(({ slug }) => slugs?.includes(slug) ?? true) ?? [];
  return shown.map(({ slug, name, subscription, plans }) => (
    <Plan
      key={slug}
      title={t`Theme ${name}`}
      words={THEME}
      app={{ slug, name }}
      {...{ subscription, plans }}
    />
  ));
}

interface PlanProps extends OfSubscription {
  readonly title: string;
  readonly plans: readonly PlanTermsFragment[];
}

function Plan({ title, words, app, subscription, plans }: PlanProps) {
  return (
    <Panel title={title}>
      <Stack>
        <Warning {...{ words, app, subscription }} />
        <Facts facts={factsOf(subscription)} />
        {usagePrices(subscription.plan).map((sentence) => (
          <Text key={sentence} size="sm" c="dimmed">
            {sentence}
          </Text>
        ))}
        <OnlyFor roles={[]}>
          <ChangePlan {...{ words, app, subscription, plans }} />
          {subscription.cappedAmount !== null && <Cap {...{ app, subscription }} />}
          {subscription.cancelAt === null && subscription.periodEnd !== null && (
            <End {...{ words, app, subscription }} />
          )}
        </OnlyFor>
      </Stack>
    </Panel>
  );
}

const factsOf = ({ plan, nextPlan, status, test, ...rest }: Subscription) =>
  [
    [t`Status`, test ? t`${STATUS_WORDS[status]} · test, never charged` : STATUS_WORDS[status]],
    [t`Plan`, `${plan.name} · ${priceWords(plan)}`],
    ...(plan.perUnit === 'none' ? [] : [[t`Quantity`, String(rest.quantity)] as const]),
    ...(status === 'trial' && rest.trialEndsAt ? [[t`Trial ends`, instant(rest.trialEndsAt)] as const] : []),
    ...(rest.cancelAt ? [[t`Ends`, instant(rest.cancelAt)] as const] : []),
    ...(rest.periodEnd && !rest.cancelAt && status !== 'trial'
      ? [[t`Renews`, `${dayAndYear(rest.periodEnd)}${nextPlan ? t` with ${nextPlan.name}` : ''}`] as const]
      : []),
    ...(rest.cappedAmount === null
      ? []
      : [
          [
            t`Usage in this period`,
            t`${money(rest.usageAmount, plan.currency)} of at most ${money(rest.cappedAmount, plan.currency)}`,
          ] as const,
        ]),
  ] as const;

function Warning({ words, app: { name }, subscription: { status } }: OfSubscription) {
  if (status !== 'past_due' && status !== 'frozen') return null;
  return (
    <Alert color="red" title={STATUS_WORDS[status]}>
      {status === 'frozen'
        ? t`${name} ${words.frozen} Your statements are under Settings, Billing.`
        : t`${name} ${words.overdue} Your statements are under Settings, Billing.`}
    </Alert>
  );
}

interface OfSubscription {
  readonly words: Words;
  readonly app: { readonly slug: string; readonly name: string };
  readonly subscription: Subscription;
}

/** Lets an owner choose another plan, or accept the current plan's new price. */
function ChangePlan({
  words,
  app,
  subscription: { plan: current, nextPlan, cancelAt },
  plans,
}: Omit<PlanProps, 'title'>) {
  const [parameters] = useSearchParams();
  const [chosen, setChosen] = useState(parameters.get('plan') ?? '');
  const { mutateAsync, isPending, error } = useTeamMutation(words.change);
  const others = plans.filter(({ key, version }) => key !== current.key || version !== current.version);
  const kept = nextPlan || cancelAt ? [current] : [];
  const offered = [...kept, ...others];
  const plan = offered.find(({ key }) => key === chosen);
  if (offered.length === 0) return null;
  return (
    <Stack gap="sm">
      <Radio.Group label={t`Change the plan`} value={plan?.key ?? ''} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {offered.map((one) => (
            <Radio
              key={`${one.key}-${one.version}`}
              value={one.key}
              label={`${one.name} · ${priceWords(one)}`}
              description={[one.description, ...usageWords(one)].join(' ')}
            />
          ))}
        </Stack>
      </Radio.Group>
      {plan && (
        <Group>
          <ConfirmButton
            title={t`Change ${app.name} to ${plan.name}?`}
            text={t`${priceWords(plan)}. A higher price for the same interval applies today, and you pay for each plan's days. Any other change applies from the next period.`}
            confirmLabel={t`Change the plan`}
            destructive={false}
            onConfirm={() => mutateAsync({ slug: app.slug, plan: plan.key, planVersion: plan.version })}
            {...{ isPending, error }}
          >
            <Trans>Change the plan</Trans>
          </ConfirmButton>
        </Group>
      )}
    </Stack>
  );
}

/** Lets an owner set the most that usage can cost. */
function Cap({ app, subscription: { plan, cappedAmount, usageAmount } }: Omit<OfSubscription, 'words'>) {
  const { currency } = plan;
  const [typed, setTyped] = useState(cappedAmount === null ? '' : plainAmount(cappedAmount, currency));
  const { mutateAsync, isPending, error } = useTeamMutation(appCapSetDocument);
  const amount = minorUnits(typed, currency);
  const isValid = amount !== null && amount >= usageAmount;
  return (
    <Group align="flex-end">
      <TextInput
        label={t`Usage cap per period, in ${currency}`}
        inputMode="decimal"
        maxLength={16}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={
          isValid
            ? null
            : t`Enter an amount of at least ${money(usageAmount, currency)}, this period's usage so far.`
        }
      />
      {isValid && amount !== cappedAmount && (
        <ConfirmButton
          title={t`Set the cap to ${money(amount, currency)}?`}
          text={t`${app.name} can charge up to this amount for usage in each period.`}
          confirmLabel={t`Set the cap`}
          destructive={false}
          onConfirm={() => mutateAsync({ slug: app.slug, cappedAmount: amount })}
          {...{ isPending, error }}
        >
          <Trans>Set the cap</Trans>
        </ConfirmButton>
      )}
    </Group>
  );
}

function End({ words, app, subscription: { periodEnd, status, trialEndsAt } }: OfSubscription) {
  const { mutateAsync, isPending, error } = useTeamMutation(words.cancel);
  const end = status === 'trial' && trialEndsAt ? instant(trialEndsAt) : dayAndYear(periodEnd ?? '');
  return (
    <Group>
      <ConfirmButton
        title={t`Cancel ${app.name}?`}
        text={t`${app.name} works until ${end} and ${words.end}. You can change your mind until then.`}
        confirmLabel={t`Cancel the subscription`}
        onConfirm={() => mutateAsync({ slug: app.slug })}
        {...{ isPending, error }}
      >
        <Trans>Cancel the subscription</Trans>
      </ConfirmButton>
    </Group>
  );
}
