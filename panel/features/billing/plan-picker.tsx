import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Radio, Stack, Text } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import type { PlanTermsFragment } from './generated.ts';
import { firstCharge, priceWords, usageWords } from './plan-words.ts';

interface PlanPickerProps {
  readonly plans: readonly PlanTermsFragment[];
  /** Key of the chosen plan. */
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  readonly trialDaysUsed: number;
  readonly taxPercent: number;
  /** Effect of a cancellation, in a sentence; an app's if omitted. */
  readonly cancelling?: MessageDescriptor;
}

const CANCELLING = msg`You can cancel at any time; the app then works until the end of the paid period.`;

/** An app's or a theme's plans with their price, terms, cap and tax, to read before installing it. */
export function PlanPicker({
  plans,
  chosen,
  onChoose,
  trialDaysUsed,
  taxPercent,
  cancelling = CANCELLING,
}: PlanPickerProps) {
  const plan = plans.find(({ key }) => key === chosen);
  return (
    <Panel title={t`Plan`}>
      <Stack>
        <Radio.Group value={chosen} onChange={onChoose} aria-label={t`Plan`}>
          <Stack gap="sm">
            {plans.map((one) => (
              <Radio
                key={one.key}
                value={one.key}
                label={`${one.name} · ${priceWords(one)}`}
                description={one.description}
              />
            ))}
          </Stack>
        </Radio.Group>
        {plan && (
          <>
            {plan.features.length > 0 && (
              <List size="sm">
                {plan.features.map((feature) => (
                  <List.Item key={feature}>{feature}</List.Item>
                ))}
              </List>
            )}
            <Text size="sm">{firstCharge(plan, { trialDaysUsed, taxPercent, now: new Date() })}</Text>
            {usageWords(plan).map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            <Text size="sm" c="dimmed">
              <Trans>Statements are issued on the 1st and are due 14 days later. {t(cancelling)}</Trans>
            </Text>
          </>
        )}
      </Stack>
    </Panel>
  );
}
