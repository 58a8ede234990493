import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { Theme } from '../../themes/store/entities.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import { measureTeam } from '../operations/team-size.ts';
import { beginThemeSubscription } from '../steps/begin-subscription.ts';
import { pickPlan } from '../steps/choose-plan.ts';
import { Plan } from '../store/entities.ts';
import { lockLiveOfTheme } from '../store/subscriptions.ts';

interface Subscribing {
  readonly slug: string;
  readonly plan?: string | null;
  readonly planVersion?: number | null;
}

/**
 * Gives the chosen team the right to use a theme: begins a subscription, or keeps the team's live one, which all of its
 * storefronts share. A theme without plans needs none. Safe to repeat. Refuses with `ROLE_REQUIRED` for anyone except an
 * owner, `STEP_UP_REQUIRED`, `PAYMENT_REQUIRED` for a frozen subscription, or as `choosePlan` does
 * (docs/interface/billing.md#themes).
 */
export async function subscribeToTheme(
  ctx: SubgraphContext,
  { slug, plan = null, planVersion = null }: Subscribing,
): Promise<Refused> {
  const teamId = chosenTeamId(ctx);
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser') throw new Error('Only hosts add themes.');
  const theme = await themeBySlug(reader(ctx), { slug });
  if (!theme) return refuse('NOT_FOUND', 'There is no such theme that your team can add.', ['slug']);
  const size = await measureTeam(ctx, teamId);
  return inTransaction(ctx, async (em): Promise<Refused> => {
    // Makes concurrent subscriptions to the theme wait for each other, and keeps its plans as they are.
    await em.findOneOrFail(Theme, { id: theme.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const live = await lockLiveOfTheme(em, { teamId, themeId: theme.id });
    if (live?.status === 'frozen') return FROZEN;
    if (live) {
      live.reservedAt = ctx.clock.now();
      return { userErrors: NONE };
    }
    const plans = await em.find(
      Plan,
      { themeId: theme.id, isCurrent: true },
      { orderBy: { position: 'asc' } },
    );
    // Without an active plan, the theme is free again.
    if (plan === null && !plans.some(({ active }) => active)) return { userErrors: NONE };
    const choice = {
      product: { appId: null, themeId: theme.id },
      teamId,
      plan,
      planVersion,
      isDevInstall: false,
    };
    const chosen = await pickPlan(ctx, em, { ...choice, plans });
    if ('userErrors' in chosen) return chosen;
    if (viewer.role !== 'owner')
      return refuse('ROLE_REQUIRED', 'Only an owner of the team can add paid themes.', ['slug']);
    if (!viewer.elevated)
      return refuse('STEP_UP_REQUIRED', "Confirm that it's you with your password or a second factor.");
    await beginThemeSubscription(ctx, em, { theme, teamId, plan: chosen.plan, size });
    const event = { kind: 'theme.subscribed', subject: theme.name, change: chosen.plan.name } as const;
    await recordTeamEvent(ctx, em, [teamId], event);
    return { userErrors: NONE };
  });
}

const FROZEN = refuse(
  'PAYMENT_REQUIRED',
  "Pay the theme's overdue statement first. It's listed under Billing.",
  ['slug'],
);
