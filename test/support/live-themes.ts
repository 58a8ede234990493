import { createHash } from 'node:crypto';
import { publish } from '#db/events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { packageKey, Theme, ThemeVersion } from '#subgraphs/apps/themes/store/entities.ts';
import type { ThemePackage } from '#theme/theme-package.ts';
import { ask, contextOf, type Developer } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { LEAST_THEME, zipOf } from './themes.ts';

interface Given {
  readonly slug: string;
  readonly distribution?: 'private' | 'public';
  readonly settings?: readonly DeclaredSetting[];
  /** The checked package; by default one without any files, which no page can use. */
  readonly theme?: ThemePackage;
}

/** Adds a theme's next version and takes it live, without a package check; returns the version's number. */
export async function liveTheme(
  platform: TestPlatform,
  { viewer: { accountId } }: Developer,
  { slug, distribution = 'private', theme: pack, settings = pack?.settings ?? [] }: Given,
): Promise<number> {
  const ctx = contextOf(platform);
  const earlier = await reader(ctx).findOne(Theme, { slug });
  const number = earlier ? (await reader(ctx).count(ThemeVersion, { themeId: earlier.id })) + 1 : 1;
  const body = Buffer.from(JSON.stringify(pack ?? { slug, number }));
  const sha256 = pack?.sha256 ?? createHash('sha256').update(body).digest('hex');
  const object = {
    body,
    bytes: body.length,
    sha256: createHash('sha256').update(body).digest('hex'),
    contentType: 'application/json',
  };
  await platform.services.apps.objects.put(packageKey(sha256), object);
  await inTransaction(ctx, async (em) => {
    const createdAt = ctx.clock.now();
    const theme =
      (await em.findOne(Theme, { slug })) ??
      em.create(Theme, { accountId, slug, name: 'Lakeside', distribution, createdAt });
    await em.flush();
    const label = `${number}.0.0`;
    const version = em.create(ThemeVersion, {
      themeId: theme.id,
      number,
      label,
      name: 'Lakeside',
      status: 'approved',
      sha256,
      files: [],
      settings,
      createdAt,
      releasedAt: createdAt,
    });
    await em.flush();
    theme.liveVersionId = version.id;
    await em.flush();
    await publish(ctx, em, 'theme.released', { slug });
  });
  return number;
}

interface Pushing {
  readonly slug: string;
  readonly name?: string;
  readonly distribution?: 'private' | 'public';
  /** Settings as in `config/settings.toml`. */
  readonly settings?: string;
}

let pushed = 0;

/** Pushes and releases a theme's next version, which is live if the theme is private; returns the version's number. */
export async function releaseTheme(
  platform: Pick<TestPlatform, 'execute'>,
  { viewer }: Pick<Developer, 'viewer'>,
  { slug, name = 'Lakeside', distribution = 'private', settings = '' }: Pushing,
): Promise<number> {
  const zip = await zipOf({
    ...LEAST_THEME,
    'theme.toml': `name = "${name}"\nslug = "${slug}"\nversion = "${++pushed}"\ndistribution = "${distribution}"\n`,
    'config/settings.toml': settings,
  });
  const { themePush } = await ask<{ themePush: { version: { number: number } | null; issues: object[] } }>(
    platform,
    viewer,
    'mutation ($zip: String!) { themePush(zip: $zip, release: true) { version { number } issues { file message } } }',
    { zip: zip.toString('base64') },
  );
  if (!themePush.version) throw new Error(JSON.stringify(themePush.issues));
  return themePush.version.number;
}
