import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { INJECTION_SESSION_S, INJECTION_WINDOW_S } from '#schema/limits.ts';
import type { InjectionSessionInput } from '../../generated.ts';
import { settingsForToken, settingsPer } from '../domain/settings.ts';
import { runningInstalls } from '../store/running-version.ts';
import { shownSettings } from '../store/settings.ts';
import { signForApp } from '../store/sign-for-app.ts';

/**
 * Returns session tokens for a page's frames, in order; null for an ended install. Each is valid for 5
 * minutes from the start of a 2-minute window, in which the same page gets identical tokens. They contain
 * nothing about a guest (docs/interface/injections.md#session).
 */
export async function injectionSessions(
  ctx: SubgraphContext,
  frames: readonly InjectionSessionInput[],
): Promise<(string | null)[]> {
  const installIds = [...new Set(frames.map(({ installId }) => parseId(installId) ?? 0))];
  const installs = await runningInstalls(reader(ctx))
    .select(['i.id', 'i.settingsVersion', 'a.clientId', 'a.clientSecretSealed'])
    .select(({ ref }) => ref('v.manifest', '->').key('settings').as('settings'))
    .where('i.id', 'in', installIds)
    .where('i.isActive', '=', true)
    .execute();
  const asking = installs.filter(({ settings }) => settingsPer(settings, 'placement').length > 0);
  const placements = frames.map(
    ({ placementId }) => ({ per: 'placement', objectId: parseId(placementId) ?? 0 }) as const,
  );
  const kept =
    asking.length === 0
      ? []
      : await shownSettings(
          reader(ctx),
          asking.map(({ id }) => id),
          placements,
        );
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  const issuedAt = now - (now % INJECTION_WINDOW_S);
  return Promise.all(
    frames.map(({ installId, placementId, storefrontId, page, unitTypeId, locale, origin }) => {
      const install = installs.find(({ id }) => String(id) === installId);
      if (!install) return null;
      const own = kept.filter((one) => one.installId === install.id && String(one.objectId) === placementId);
      const claims = {
        kind: 'storefront',
        install_id: install.id,
        storefront: storefrontId,
        placement: placementId,
        page,
        unit_type_id: unitTypeId ?? null,
        locale,
        origin,
        settings: settingsForToken(settingsPer(install.settings, 'placement'), own),
        settings_version: install.settingsVersion,
      };
      return signForApp(ctx, install, { claims, issuedAt, expiresAt: issuedAt + INJECTION_SESSION_S });
    }),
  );
}
