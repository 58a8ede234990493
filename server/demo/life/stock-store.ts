import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { parse } from 'smol-toml';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import {
  approveListing,
  approveVersion,
  createListingMedia,
  pushApp,
  saveListing,
} from '#subgraphs/apps/index.ts';
import { type DemoHotel, must } from './hotel.ts';

/**
 * Example apps in the app store, with their slugs in the demo world. Those whose servers `npm run demo` starts come last, because it
 * connects them first.
 */
const APPS = [
  { folder: 'stripe-app', slug: 'stripe', isInDemo: false },
  { folder: 'channel-app', slug: 'staywell', isInDemo: false },
  { folder: 'inbox-app', slug: 'farstay-inbox', isInDemo: true },
  { folder: 'reviews-app', slug: 'guest-book', isInDemo: true },
  { folder: 'cleaning-app', slug: 'cleaning-crew', isInDemo: true },
  { folder: 'payment-app', slug: 'test-bank', isInDemo: true },
] as const;

const LOOK_EVERY_MS = 200;
const LONGEST_WAIT_MS = 60_000;
const EXAMPLES = new URL('../../../examples/', import.meta.url);

interface ListingToml {
  readonly tagline: string;
  readonly description: string;
  readonly icon: string;
  readonly categories: NonNullable<Parameters<typeof saveListing>[1]['input']['categories']>;
  readonly languages: readonly string[];
  readonly privacy_url: string;
  readonly terms_url: string;
  readonly support: { readonly email: string; readonly url?: string };
  readonly gallery: readonly { readonly file: string; readonly alt: string }[];
}

/**
 * Publishes the example apps to the app store, each with a note that its server isn't running. Leaves out apps that exist, because
 * `npm run demo` publishes some of them with their servers.
 */
export async function stockStore({ owner, signal }: DemoHotel): Promise<void> {
  const operator = await operatorOf(owner());
  // The container image contains only the examples that operators run.
  for (const { folder, slug, isInDemo } of APPS.filter(({ folder }) =>
    existsSync(new URL(`${folder}/app.toml`, EXAMPLES)),
  )) {
    if (signal.aborted) return;
    if ((await versionsOf(owner(), slug)) > 0) continue;
    const at = (file: string) => new URL(`${folder}/${file}`, EXAMPLES);
    // Without a redirect URL, a host who installs the app stays in the panel.
    const { oauth: _ofServer, ...manifest } = parse(await readFile(at('app.toml'), 'utf8'));
    const { versionId, issues } = must(
      await pushApp(owner(), {
        manifest: { ...manifest, slug, distribution: 'public' },
        release: true,
        ifChanged: true,
      }),
    );
    if (versionId === undefined) throw new Error(issues.map(({ message }) => message).join(' '));
    must(await approveVersion(operator, { id: `${slug}@1` }));
    const { icon, gallery, description, support, ...texts } = parse(
      await readFile(at('listing.toml'), 'utf8'),
    ) as unknown as ListingToml; // our own file, also validated by the command line
    const upload = async (file: string, kind: 'icon' | 'gallery') =>
      String(await uploadPicture(owner(), { slug, kind, body: await readFile(at(file)) }));
    const iconId = await upload(icon, 'icon');
    const pictures: { media: string; alt: string }[] = [];
    for (const { file, alt } of gallery) pictures.push({ media: await upload(file, 'gallery'), alt });
    await whenReady(owner(), [iconId, ...pictures.map(({ media }) => media)], signal);
    if (signal.aborted || (await versionsOf(owner(), slug)) > 1) continue;
    const input = {
      tagline: texts.tagline,
      description: `${description.trim()}\n\n${noteOf(folder, isInDemo)}`,
      icon: iconId,
      gallery: pictures,
      categories: texts.categories,
      languages: texts.languages,
      supportEmail: support.email,
      supportUrl: support.url ?? null,
      privacyUrl: texts.privacy_url,
      termsUrl: texts.terms_url,
    };
    must(await saveListing(owner(), { slug, input, submit: true }));
    must(await approveListing(operator, { slug, revision: await revisionOf(owner(), slug) }));
  }
}

function noteOf(folder: string, isInDemo: boolean): string {
  const demo = isInDemo ? ', or stop this server and run `npm run demo`' : '';
  return `**An example app, without its server.** You can install it and fill in its settings, but it does nothing until you start its server: see \`examples/${folder}\` in the repository${demo}.`;
}

/** A context in which the platform's operator reviews. */
async function operatorOf(ctx: SubgraphContext): Promise<SubgraphContext> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM apps.accounts WHERE operator ORDER BY id LIMIT 1`.execute(statements(ctx));
  const accountId = rows[0]?.id;
  if (accountId === undefined) throw new Error('The demo world has no operator.');
  return {
    ...ctx,
    viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId: null, role: null, operator: true },
  };
}

interface Picture {
  readonly slug: string;
  readonly kind: 'icon' | 'gallery';
  readonly body: Buffer<ArrayBuffer>;
}

/** Uploads a picture as its developer would; returns its id. */
async function uploadPicture(ctx: SubgraphContext, { slug, kind, body }: Picture): Promise<number> {
  const sha256 = createHash('sha256').update(body).digest('hex');
  const announced = { kind, bytes: body.length, sha256, contentType: null };
  const { mediaId, uploadUrl } = must(await createListingMedia(ctx, { slug, input: announced }));
  if (mediaId === undefined) throw new Error(`A picture of ${slug} has no id.`);
  if (uploadUrl == null) return mediaId;
  const { ok, status } = await fetch(uploadUrl, {
    method: 'PUT',
    body,
    signal: AbortSignal.timeout(LONGEST_WAIT_MS),
  });
  if (!ok) throw new Error(`A picture of ${slug} couldn't be uploaded: ${status}.`);
  return mediaId;
}

async function whenReady(ctx: SubgraphContext, ids: readonly string[], signal: AbortSignal): Promise<void> {
  for (const began = Date.now(); !signal.aborted; ) {
    const { rows } = await sql<{ status: string }>`
      SELECT status FROM apps.listing_media WHERE id = ANY(${ids.map(Number)})`.execute(statements(ctx));
    if (rows.every(({ status }) => status === 'ready')) return;
    if (rows.some(({ status }) => status === 'rejected')) throw new Error('A picture was rejected.');
    if (Date.now() - began > LONGEST_WAIT_MS)
      throw new Error("The app store's pictures weren't processed in time.");
    await sleep(LOOK_EVERY_MS);
  }
}

async function versionsOf(ctx: SubgraphContext, slug: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(v.id)::int AS count FROM apps.apps a JOIN apps.app_versions v ON v.app_id = a.id
    WHERE a.slug = ${slug}`.execute(statements(ctx));
  return rows[0]?.count ?? 0;
}

async function revisionOf(ctx: SubgraphContext, slug: string): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    SELECT l.revision FROM apps.listings l JOIN apps.apps a ON a.id = l.app_id WHERE a.slug = ${slug}`.execute(
    statements(ctx),
  );
  return rows[0]?.revision ?? 0;
}
