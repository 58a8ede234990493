import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { PlanPicker } from '../billing/plan-picker.tsx';
import { priceWords } from '../billing/plan-words.ts';
import { type ThemesToAddQuery, themeAddDocument } from './generated.ts';

interface BuyThemeProps {
  readonly theme: ThemesToAddQuery['storeThemes']['nodes'][number];
  readonly storefrontId: string;
  readonly onAdded: (id: string) => void;
}

const CANCELLING = msg`One subscription covers all of your sites. You can cancel at any time; the theme then stays until the end of the paid period.`;

/** A paid theme's plans with their price and terms. An owner chooses one and adds the theme. */
export function BuyTheme({ theme, storefrontId, onAdded }: BuyThemeProps) {
  const { slug, name, developer, plans, trialDaysUsed, taxPercent } = theme;
  const team = useTeam();
  const [chosen, setChosen] = useState<string | null>(null);
  const { mutateAsync, isPending, error } = useTeamMutation(themeAddDocument);
  const plan = plans.find(({ key }) => key === chosen) ?? plans[0];
  if (!plan) return null;
  const add = async () => {
    const variables = { storefrontId, slug, plan: plan.key, planVersion: plan.version };
    const { themeInstall } = await mutateAsync(variables);
    if (themeInstall.theme) onAdded(themeInstall.theme.id);
  };
  return (
    <Stack gap="sm">
      <PlanPicker
        chosen={plan.key}
        onChoose={setChosen}
        cancelling={CANCELLING}
        {...{ plans, trialDaysUsed, taxPercent }}
      />
      {isOneOf(team, []) ? (
        <Group>
          <ConfirmButton
            title={t`Add ${name}?`}
            text={t`You agree to the plan ${plan.name} by ${developer}: ${priceWords(plan)}. Guests see the theme once you publish it.`}
            confirmLabel={t`Add the theme`}
            destructive={false}
            onConfirm={add}
            {...{ isPending, error }}
          >
            <Trans>Subscribe and add</Trans>
          </ConfirmButton>
        </Group>
      ) : (
        <Text size="sm">
          <Trans>Ask an owner of the team to add a paid theme.</Trans>
        </Text>
      )}
    </Stack>
  );
}
