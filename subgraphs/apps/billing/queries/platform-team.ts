import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { ConfigError } from '#kit/config.ts';
import type { PaymentApp } from '../../generated.ts';
import { Team } from '../../identity/store/entities.ts';
import { findPaymentApps } from '../../installs/queries/payment-apps.ts';
import { amountDue } from '../domain/statements.ts';
import type { AppInvoice } from '../store/entities.ts';

/**
 * Throws a `ConfigError` if `PLATFORM_TEAM` names no team: otherwise, anyone could take statements' payments by creating
 * a team with that slug. A closed team keeps its slug, so it doesn't prevent a start.
 */
export async function checkPlatformTeam(ctx: SubgraphContext): Promise<void> {
  const { platformTeam: slug } = ctx.config;
  if (slug === null) return;
  const team = await reader(ctx).findOne(Team, { slug }, { fields: ['id', 'status', 'suspendedAt'] });
  if (!team)
    throw new ConfigError([
      `PLATFORM_TEAM must be an existing team's slug. There's no team "${slug}": start without the setting, create the team in the panel, then set it.`,
    ]);
  if (team.status !== 'active' || team.suspendedAt)
    ctx.log.warn({ team: slug }, "PLATFORM_TEAM is closed or suspended, so statements can't be paid online");
}

/** Returns the operator's team (`PLATFORM_TEAM`); null without the setting, or if the team is closed or suspended. */
export async function findPlatformTeam(ctx: SubgraphContext): Promise<number | null> {
  const { platformTeam: slug } = ctx.config;
  if (slug === null) return null;
  const usable = { slug, status: 'active', suspendedAt: null } as const;
  return (await reader(ctx).findOne(Team, usable, { fields: ['id'] }))?.id ?? null;
}

/** Returns the team that takes a statement's payment; null without one, or if nothing is due. */
export const findPayee = async (ctx: SubgraphContext, invoice: AppInvoice): Promise<number | null> =>
  amountDue(invoice) > 0 ? findPlatformTeam(ctx) : null;

/** Returns the operator's payment apps that can take a statement's payment. Development installs move no money. */
export async function findPayingApps(
  ctx: SubgraphContext,
  invoice: AppInvoice,
): Promise<readonly PaymentApp[]> {
  const teamId = await findPayee(ctx, invoice);
  if (teamId === null) return [];
  return (await findPaymentApps(ctx, String(teamId))).filter(({ isDevInstall }) => !isDevInstall);
}
