import type { SubgraphContext } from '#db/context.ts';
import type { DecidedValue } from '../domain/settings.ts';
import { codeSettingsRow } from './entities.ts';

/** Seals the host's settings, which are kept until their code is exchanged; null if there are none. */
export const sealConsented = (
  ctx: Pick<SubgraphContext, 'vault'>,
  codeHash: string,
  values: readonly DecidedValue[],
): string | null =>
  values.length === 0 ? null : ctx.vault.seal(JSON.stringify(values), codeSettingsRow(codeHash));

/** Unseals the host's settings. */
export const openConsented = (
  ctx: Pick<SubgraphContext, 'vault'>,
  codeHash: string,
  sealed: string | null,
): readonly DecidedValue[] =>
  sealed === null ? [] : JSON.parse(ctx.vault.open(sealed, codeSettingsRow(codeHash)));
