import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { App } from '../../authoring/store/entities.ts';
import type { Install } from '../store/entities.ts';
import { markUndeclaredSettings } from '../store/settings.ts';
import { announceInstalls } from './announce-installs.ts';
import { revokeTokens } from './revoke-tokens.ts';

/** Deactivates a locked, active install in the caller's transaction. */
export async function deactivate(ctx: SubgraphContext, em: Transaction, install: Install): Promise<void> {
  const { endDeliveries, endSubscription, publishToInstall } = ctx.services.apps.hooks;
  await endSubscription(ctx, em, install.id);
  install.isActive = false;
  install.frozenAt = null;
  install.uninstalledAt = ctx.clock.now();
  install.forwardUntil = null;
  await revokeTokens(ctx, em, install.id);
  await endDeliveries(em, install.id);
  await announceInstalls(ctx, em, { installId: install.id });
  await markUndeclaredSettings(ctx, em, { installId: install.id });
  await publishToInstall(ctx, em, install.id, 'app.uninstalled');
  const { name } = await em.findOneOrFail(App, { id: install.appId });
  await recordTeamEvent(ctx, em, [install.teamId], { kind: 'app.uninstalled', subject: name });
}
