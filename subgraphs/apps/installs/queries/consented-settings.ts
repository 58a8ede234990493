import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { MAX_SETTINGS_BYTES } from '#schema/limits.ts';
import type { Refused } from '../../errors.ts';
import {
  type DecidedValue,
  decideSettings,
  type GivenValue,
  settingsPer,
  TOO_MANY_BYTES,
} from '../domain/settings.ts';
import { bytesAfter, keptSettings, OF_INSTALL, setValues } from '../store/settings.ts';
import { findHeld } from './named-ids.ts';
import type { OauthChoiceRow, OauthClientRow } from './oauth.ts';

/**
 * Returns the host's values from a consent if they follow every rule and leave no required setting without a
 * value.
 */
export async function decideConsented(
  ctx: SubgraphContext,
  {
    client,
    choice,
    given,
  }: {
    readonly client: Pick<OauthClientRow, 'app' | 'declaredSettings'>;
    readonly choice: Pick<OauthChoiceRow, 'team' | 'installId' | 'isInstalled'>;
    readonly given: readonly GivenValue[];
  },
): Promise<Refused | { readonly values: readonly DecidedValue[] }> {
  const declared = settingsPer(client.declaredSettings, 'install');
  if (declared.length === 0 && given.length === 0) return { values: [] };
  const { installId, isInstalled, team } = choice;
  const kept =
    installId === null
      ? []
      : await keptSettings(reader(ctx), [installId], { ...OF_INSTALL, removed: !isInstalled });
  const app = client.app.slug;
  const about = { teamId: Number(team.id), app, target: OF_INSTALL, values: given };
  const { named: own, gone } = await findHeld(ctx, about);
  const { refusals, changes } = decideSettings(declared, { set: setValues(declared, kept), given, own });
  if (refusals.length > 0) return { userErrors: refusals };
  const counted = { ...OF_INSTALL, removed: !isInstalled, gone };
  const bytes = installId === null ? 0 : await bytesAfter(reader(ctx), installId, counted, changes);
  if (bytes > MAX_SETTINGS_BYTES) return { userErrors: [TOO_MANY_BYTES] };
  const typeOf = (key: string) => declared.find((one) => one.key === key)?.type ?? '';
  return { values: [...changes].map(([key, value]) => ({ key, value, type: typeOf(key) })) };
}
