import { createHash } from 'node:crypto';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { ThemeIssue } from '#theme/check.ts';
import { developerId } from '../../access.ts';
import { retypedSetting } from '../../authoring/domain/retyped-setting.ts';
import { decideRelease } from '../../authoring/domain/versions.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import type { CheckedTheme } from '../outside/check-thread.ts';
import { checkPackage } from '../queries/check-package.ts';
import { releaseThemeVersion } from '../steps/release-theme-version.ts';
import { packageKey, Theme, ThemeVersion } from '../store/entities.ts';
import { themeBySlug } from '../store/theme-by-slug.ts';

/** Result of a push. If the push had no effect, `issues` or `userErrors` explain why. */
export interface ThemePushed extends Refused {
  readonly issues: readonly ThemeIssue[];
  readonly slug?: string;
  readonly versionId?: number;
  /** True if the newest version already had this package, so no version was added. */
  readonly unchanged?: boolean;
}

interface Push {
  /** The package, a zip in Base64. */
  readonly zip: string;
  readonly release: boolean;
}

/**
 * Pushes a package: creates a theme with its first version, or adds a version to the account's own theme with
 * that slug; releases it if requested. A theme's distribution never changes
 * (docs/interface/management.md#themes).
 */
export async function pushTheme(ctx: SubgraphContext, { zip, release }: Push): Promise<ThemePushed> {
  const answer = await checkPackage(ctx, zip);
  if (answer.theme === null) return { issues: answer.issues, userErrors: NONE };
  const { theme } = answer;
  // The object comes first, so that every version's package is readable.
  const { json: body } = theme;
  const sha256 = createHash('sha256').update(body).digest('hex');
  const object = { body, bytes: body.length, sha256, contentType: 'application/json' };
  await ctx.services.apps.objects.put(packageKey(theme.sha256), object);
  // Another push may take the slug at the same time; if so, this one pushes to that theme or is refused.
  return (await tryPush(ctx, theme, release)) ?? pushTheme(ctx, { zip, release });
}

/** Null if another theme has just taken the slug. */
async function tryPush(
  ctx: SubgraphContext,
  checked: CheckedTheme,
  release: boolean,
): Promise<ThemePushed | null> {
  try {
    return await inTransaction(ctx, (em) => pushLocked(ctx, em, checked, release));
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null;
    throw error;
  }
}

async function pushLocked(
  ctx: SubgraphContext,
  em: Transaction,
  checked: CheckedTheme,
  release: boolean,
): Promise<ThemePushed> {
  const { slug, distribution } = checked;
  const found = await themeBySlug(em, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (found && found.accountId !== developerId(ctx)) {
    const taken = `The slug "${slug}" is taken. Choose another one in theme.toml.`;
    return { ...refuse('SLUG_TAKEN', taken, ['slug']), issues: [] };
  }
  if (found && found.distribution !== distribution) {
    const message = `A theme's distribution can't change: "${slug}" is ${found.distribution}.`;
    const issue: ThemeIssue = { file: 'theme.toml', line: null, code: 'THEME_INVALID', message };
    return { issues: [issue], userErrors: NONE };
  }
  const retyped = found && retypedSetting(checked.settings, await releasedSettings(em, found));
  if (retyped) return { ...refuse('SETTING_TYPE_CHANGED', retyped.message, [retyped.path]), issues: [] };
  const theme = found ?? (await createTheme(ctx, em, checked));
  const newest = await em.findOne(ThemeVersion, { themeId: theme.id }, { orderBy: { number: 'desc' } });
  const isSame = newest?.sha256 === checked.sha256 && isReleasable(newest, theme);
  const version = newest && isSame ? newest : addVersion(ctx, em, { theme, checked, after: newest });
  await em.flush();
  if (release && theme.liveVersionId !== version.id) await releaseThemeVersion(ctx, em, theme, version);
  return { slug, versionId: version.id, unchanged: isSame, issues: [], userErrors: NONE };
}

const isReleasable = ({ status }: ThemeVersion, { distribution }: Theme) =>
  decideRelease(status, distribution).kind !== 'refuse';

/** Returns every setting declared in a theme's released versions. */
async function releasedSettings(em: Transaction, { id }: Theme) {
  const released = await em.find(ThemeVersion, { themeId: id, releasedAt: { $ne: null } });
  return released.flatMap(({ settings }) => settings);
}

async function createTheme(
  ctx: SubgraphContext,
  em: Transaction,
  { slug, name, distribution }: CheckedTheme,
): Promise<Theme> {
  const accountId = developerId(ctx);
  const theme = em.create(Theme, { accountId, slug, name, distribution, createdAt: ctx.clock.now() });
  await em.flush();
  await recordForTeamsOf(ctx, em, accountId, { kind: 'theme.created', subject: name });
  return theme;
}

interface Adding {
  readonly theme: Theme;
  readonly checked: CheckedTheme;
  readonly after: ThemeVersion | null;
}

const addVersion = (ctx: SubgraphContext, em: Transaction, { theme, checked, after }: Adding): ThemeVersion =>
  em.create(ThemeVersion, {
    themeId: theme.id,
    number: (after?.number ?? 0) + 1,
    label: checked.version,
    name: checked.name,
    status: 'draft',
    sha256: checked.sha256,
    files: checked.files,
    settings: checked.settings,
    createdAt: ctx.clock.now(),
  });
