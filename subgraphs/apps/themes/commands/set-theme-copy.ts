import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { holdsRole, inWords, rolesInWords } from '#kit/roles.ts';
import type { ThemeIssue } from '#theme/check.ts';
import { developerId } from '../../access.ts';
import { factorMissing, NONE, type Refused, refuse, teamForbidden, teamSuspended } from '../../errors.ts';
import { APP_ROLES } from '../../installs/domain/app-rights.ts';
import { targetTeam } from '../../installs/steps/install-target.ts';
import { siteOf } from '../operations/site-of.ts';
import { checkPackage } from '../queries/check-package.ts';
import { COPY_LIFE_MS, copyToken } from '../store/copy-token.ts';
import { copyKey, ThemeCopy } from '../store/entities.ts';

/** A theme's development copy on a team's storefront. */
interface Setting {
  readonly slug: string;
  readonly team: string;
  /** The storefront's slug or domain. */
  readonly storefront: string;
  /** The package, a zip in Base64. */
  readonly zip: string;
}

/** A development copy with the token of its preview link, or why it wasn't set. */
export interface ThemeCopySet extends Refused {
  readonly issues: readonly ThemeIssue[];
  readonly copy?: {
    readonly domain: string;
    readonly token: string;
    readonly version: number;
    readonly expiresAt: Date;
  };
}

/** Development copies per account; another one replaces the copy that was unchanged for longest. */
const MOST_COPIES = 20;

const refusal = (refused: Refused): ThemeCopySet => ({ ...refused, issues: [] });

/**
 * Sets a theme's development copy on a storefront, which only a preview link shows. Refuses with
 * `TEAM_FORBIDDEN`, `ROLE_REQUIRED` or `NOT_FOUND`, or returns the package's issues.
 */
export async function setThemeCopy(
  ctx: SubgraphContext,
  { slug, team: teamSlug, storefront, zip }: Setting,
): Promise<ThemeCopySet> {
  const team = await targetTeam(ctx, teamSlug);
  if (!team) return refusal(teamForbidden(teamSlug));
  if (team.factorMissing) return refusal(factorMissing());
  if (team.suspendedAt) return refusal(teamSuspended());
  if (team.role !== 'owner' && !holdsRole(team.role, APP_ROLES)) {
    const message = `This requires the role ${rolesInWords(APP_ROLES)} on the team. Your role is ${inWords(team.role)}.`;
    return refusal(refuse('ROLE_REQUIRED', message, ['team']));
  }
  const site = await siteOf(ctx, storefront);
  if (!site || site.teamId !== team.id) {
    const message = `The team "${team.slug}" has no storefront "${storefront}".`;
    return refusal(refuse('NOT_FOUND', message, ['storefront']));
  }
  const answer = await checkPackage(ctx, zip);
  if (answer.theme === null) return { issues: answer.issues, userErrors: NONE };
  const { sha256, json: body, slug: declared } = answer.theme;
  if (declared !== slug) {
    const message = `The slug in theme.toml is "${declared}", not "${slug}".`;
    return { issues: [{ file: 'theme.toml', line: null, code: 'THEME_INVALID', message }], userErrors: NONE };
  }
  const { id, removed } = await inTransaction(ctx, (em) =>
    place(ctx, em, { slug, storefrontId: site.id, sha256 }),
  );
  await ctx.services.apps.objects.remove(removed.map(copyKey));
  await ctx.services.apps.objects.put(copyKey(id), {
    body,
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    contentType: 'application/json',
  });
  // Pages reload once the package is readable.
  const version = await inTransaction(ctx, async (em) => {
    const copy = await em.findOneOrFail(ThemeCopy, { id });
    Object.assign(copy, { sha256, version: copy.version + 1, updatedAt: ctx.clock.now() });
    return copy.version;
  });
  const expiresAt = new Date(ctx.clock.now().getTime() + COPY_LIFE_MS);
  const token = copyToken(ctx, site.id, id);
  return { copy: { domain: site.domain, token, version, expiresAt }, issues: [], userErrors: NONE };
}

interface Placed {
  readonly slug: string;
  readonly storefrontId: number;
  readonly sha256: string;
}

/** Finds or adds the copy's row. Returns its id, and the ids of copies that made room for it. */
async function place(
  ctx: SubgraphContext,
  em: Transaction,
  { slug, storefrontId, sha256 }: Placed,
): Promise<{ readonly id: number; readonly removed: readonly number[] }> {
  const accountId = developerId(ctx);
  const own = await em.find(ThemeCopy, { accountId }, { orderBy: { updatedAt: 'desc', id: 'desc' } });
  const known = own.find((copy) => copy.slug === slug && copy.storefrontId === storefrontId);
  if (known) return { id: known.id, removed: [] };
  const over = own.slice(MOST_COPIES - 1);
  for (const copy of over) em.remove(copy);
  const added = em.create(ThemeCopy, {
    accountId,
    storefrontId,
    slug,
    sha256,
    version: 1,
    updatedAt: ctx.clock.now(),
  });
  await em.flush();
  return { id: added.id, removed: over.map(({ id }) => id) };
}
