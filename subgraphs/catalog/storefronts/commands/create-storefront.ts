import { wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { StorefrontCreateInput } from '../../generated.ts';
import { StorefrontEntity } from '../../store/entities.ts';
import { orTaken } from '../../store/or-taken.ts';
import { domainOf, slugMistake } from '../domain/storefront-address.ts';
import { isTeamClosing } from '../operations/ask-apps.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';
import { newSigningKey } from '../store/new-signing-key.ts';
import { platformNames } from '../store/platform-names.ts';
import { findTeamClosing } from '../store/team-closing.ts';
import type { StorefrontPayload } from './set-storefront.ts';

const LONGEST_NAME = 120;
/** Maximum open storefronts per team. */
const MOST_STOREFRONTS = 50;

/**
 * Opens a draft storefront under the platform's own domain, reachable immediately; if its team is closing,
 * the storefront takes no nights. See docs/interface/storefronts.md#opening.
 */
export async function createStorefront(
  ctx: SubgraphContext,
  { name, slug }: StorefrontCreateInput,
): Promise<StorefrontPayload> {
  const teamId = teamOf(ctx.viewer);
  const { storefrontSuffix } = ctx.config;
  const mistakes = [
    ...(isName(name, LONGEST_NAME)
      ? []
      : [userError('INVALID', 'name', `A name must have 1 to ${LONGEST_NAME} visible characters.`)]),
    ...[slugMistake(slug)].flatMap((mistake) => (mistake ? [userError('INVALID', 'slug', mistake)] : [])),
  ];
  if (teamId === 0)
    return refused([userError('INVALID', null, 'Choose a team first: send its slug in X-Platform-Team.')]);
  if (mistakes.length > 0) return refused(mistakes);
  if (storefrontSuffix === null)
    return refused([
      userError(
        'INVALID',
        'slug',
        'This platform has no domain for storefronts: STOREFRONT_SUFFIX is not set.',
      ),
    ]);
  const domain = domainOf(slug, storefrontSuffix);
  if (platformNames({ ...ctx.config, storefrontSuffix: null }).includes(domain))
    return refused([userError('TAKEN', 'slug', TAKEN)]);
  const isClosing = await isTeamClosing(ctx, teamId);
  const payload = await orTaken(
    () =>
      inTransaction(ctx, async (em): Promise<StorefrontPayload> => {
        const open = await em.count(StorefrontEntity, { teamId, closedAt: null });
        if (open >= MOST_STOREFRONTS)
          return refused([
            userError('LIMIT_REACHED', null, `A team can have at most ${MOST_STOREFRONTS} storefronts.`),
          ]);
        const row = em.create(StorefrontEntity, {
          teamId,
          domain,
          slug,
          name: name.trim(),
          policies: [],
          teamClosing: (await findTeamClosing(em, teamId)) ?? isClosing,
          ...newSigningKey(ctx),
        });
        await em.flush();
        await recordTeamEvent(ctx, em, [teamId], { kind: 'storefront.created', subject: row.name });
        await publishStorefront(ctx, em, row.id);
        return { storefront: wrap(row).toPOJO(), userErrors: [] };
      }),
    () => refused([userError('TAKEN', 'slug', TAKEN)]),
  );
  // Earlier requests may have cached this domain as unknown.
  if (payload.storefront) ctx.services.catalog.changes.announce(payload.storefront.id);
  return payload;
}

const TAKEN = 'This address is taken. Choose another one.';

const refused = (userErrors: StorefrontPayload['userErrors']): StorefrontPayload => ({
  storefront: null,
  userErrors,
});
