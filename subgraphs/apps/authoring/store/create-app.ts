import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { slugFrom } from '#manifest/slug.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { addVersion } from '../steps/add-version.ts';
import { App, clientSecretRow } from './entities.ts';

/** A new app. */
export interface Created {
  readonly slug: string;
  readonly versionId: number;
  /** Shown only once. */
  readonly clientSecret: string;
}

export interface NewApp {
  readonly accountId: number;
  readonly manifest: Manifest;
  readonly release: boolean;
}

/**
 * Creates an app with its first version and a client secret of its own. A manifest without slug gets one made from the name.
 * Null if the slug was taken meanwhile.
 */
export async function createApp(ctx: SubgraphContext, app: NewApp): Promise<Created | null> {
  const name = app.manifest.name ?? '';
  const slugs = app.manifest.slug ? [app.manifest.slug] : [slugFrom(name), slugFrom(name, randomSuffix())];
  for (const slug of slugs) {
    try {
      return await createWithSlug(ctx, slug, app);
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
    }
  }
  return null;
}

async function createWithSlug(
  ctx: SubgraphContext,
  slug: string,
  { accountId, manifest, release }: NewApp,
): Promise<Created> {
  const clientId = `${PREFIX.clientId}${randomToken(12)}`;
  const clientSecret = `${PREFIX.clientSecret}${randomToken()}`;
  const version = await inTransaction(ctx, async (em) => {
    const app = em.create(App, {
      accountId,
      slug,
      name: manifest.name ?? slug,
      type: manifest.type,
      distribution: manifest.distribution,
      clientId,
      clientSecretSealed: ctx.vault.seal(clientSecret, clientSecretRow(clientId)),
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    await recordForTeamsOf(ctx, em, accountId, { kind: 'app.created', subject: app.name });
    return addVersion(ctx, em, { appId: app.id, manifest: { ...manifest, slug }, release });
  });
  return { slug, versionId: version.id, clientSecret };
}

const randomSuffix = () =>
  randomToken(8)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6);
