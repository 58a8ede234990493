import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { randomToken } from '#kit/ids.ts';
import type { Documents } from '#kit/registered-documents.ts';
import type { Issue, Manifest } from '#manifest/manifest.ts';
import { slugFrom } from '#manifest/slug.ts';
import { DEFAULT_API_VERSION } from '#schema/views.ts';
import { developerId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { retypedSetting } from '../domain/retyped-setting.ts';
import { readDocuments } from '../queries/check-documents.ts';
import { readPushed, slugOf } from '../queries/validate-manifest.ts';
import { addVersion, releaseSame } from '../steps/add-version.ts';
import { appBySlug } from '../store/app-by-slug.ts';
import { App, clientSecretRow } from '../store/entities.ts';
import { releasedSettings } from '../store/released-settings.ts';

/** Result of a push. If the push had no effect, `issues` or `userErrors` explain why. */
export interface Pushed extends Refused {
  readonly issues: readonly Issue[];
  readonly slug?: string;
  readonly versionId?: number;
  /** True if the newest version already had this manifest and these documents, so no version was added. */
  readonly unchanged?: boolean;
  /** Set if the push created the app; shown only once. */
  readonly clientSecret?: string;
}

export interface Push {
  readonly manifest: unknown;
  /** GraphQL texts by id; omitted, the version registers none. */
  readonly documents?: unknown;
  readonly release: boolean;
  /** If true, pushing a manifest and documents equal to the newest version's doesn't create a version. */
  readonly ifChanged: boolean;
}

/** A push with its valid manifest and documents. */
interface Valid extends Pick<Push, 'release' | 'ifChanged'> {
  readonly manifest: Manifest;
  readonly documents: Documents;
}

/**
 * Pushes a manifest: creates an app with its first version, or adds a version to the account's own app with
 * that slug; releases it if requested. An app's type and distribution never change
 * (docs/interface/apps.md#versions).
 */
export async function pushApp(ctx: SubgraphContext, input: Push): Promise<Pushed> {
  const { manifest: given, release, ifChanged } = input;
  const accountId = developerId(ctx);
  const app = await appBySlug(reader(ctx), { slug: slugOf(given) });
  if (app && app.accountId !== accountId) {
    const taken = `The slug "${app.slug}" is taken. Choose another one.`;
    return { ...refuse('SLUG_TAKEN', taken, ['slug']), issues: [] };
  }
  const { manifest, issues } = await readPushed(ctx, app ? withDefaults(given, app) : given, app);
  const registered = await readDocuments(ctx, input.documents, manifest);
  if (!manifest || !registered.documents)
    return { issues: [...issues, ...registered.issues], userErrors: NONE };
  const { documents } = registered;
  const further = app ? changesIdentity(app, manifest) : missingName(manifest);
  if (further.length) return { issues: further, userErrors: NONE };
  if (app) return pushVersion(ctx, app, { manifest, documents, release, ifChanged });
  // Another push may have taken the slug since the look-up; if so, this one pushes to that app or is refused.
  const made = await createApp(ctx, { accountId, manifest, documents, release });
  return made ? { ...made, issues: [], userErrors: NONE } : pushApp(ctx, input);
}

/** A push to an existing app can leave out unchanged values. */
const withDefaults = (given: unknown, { name, type, distribution }: App): object => ({
  name,
  type,
  distribution,
  ...(typeof given === 'object' ? given : {}),
});

const missingName = ({ name }: Manifest): readonly Issue[] =>
  name === null ? [{ path: 'name', code: 'required', message: 'name is required to create an app.' }] : [];

function changesIdentity(app: App, manifest: Manifest): readonly Issue[] {
  return (['type', 'distribution'] as const)
    .filter((key) => manifest[key] !== app[key])
    .map((key) => ({
      path: key,
      code: 'invalid',
      message: `An app's ${key} can't change: "${app.slug}" is ${app[key]}. To create another app, use another slug.`,
    }));
}

async function pushVersion(ctx: SubgraphContext, { id: appId, slug }: App, push: Valid): Promise<Pushed> {
  const done = { slug, issues: [], userErrors: NONE };
  return inTransaction(ctx, async (em): Promise<Pushed> => {
    const retyped = retypedSetting(push.manifest.settings ?? [], await releasedSettings(em, appId));
    if (retyped) return { ...refuse('SETTING_TYPE_CHANGED', retyped.message, [retyped.path]), issues: [] };
    const same = push.ifChanged ? await releaseSame(ctx, em, { appId, ...push }) : null;
    if (same) return { ...done, versionId: same.id, unchanged: true };
    const version = await addVersion(ctx, em, { appId, ...push });
    return { ...done, versionId: version.id };
  });
}

/** A newly created app. */
interface Created {
  readonly slug: string;
  readonly versionId: number;
  /** Shown only once. */
  readonly clientSecret: string;
}

interface NewApp {
  readonly accountId: number;
  readonly manifest: Manifest;
  readonly documents: Documents;
  readonly release: boolean;
}

/**
 * Creates an app with its first version and a new client secret. A manifest without a slug gets one derived
 * from its name. Null if another app has just taken the slug.
 */
async function createApp(ctx: SubgraphContext, app: NewApp): Promise<Created | null> {
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
  { accountId, manifest, documents, release }: NewApp,
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
      defaultApiVersion: DEFAULT_API_VERSION,
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    await recordForTeamsOf(ctx, em, accountId, { kind: 'app.created', subject: app.name });
    return addVersion(ctx, em, { appId: app.id, manifest: { ...manifest, slug }, documents, release });
  });
  return { slug, versionId: version.id, clientSecret };
}

const randomSuffix = () =>
  randomToken(8)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 6);
