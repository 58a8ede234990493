import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'smol-toml';
import type { Host } from './host.ts';
import type { Api } from './management.ts';

interface Listing {
  readonly draft_status: string | null;
  readonly media: readonly {
    readonly id: string;
    readonly status: string;
    readonly problem: string | null;
  }[];
}

interface ListingToml {
  readonly icon: string;
  readonly gallery: readonly { readonly file: string; readonly alt: string }[];
}

/** An app to publish. */
interface Published {
  readonly slug: string;
  /** Folder with its listing.toml. */
  readonly folder: string;
}

const LOOK_EVERY_MS = 500;

/**
 * Writes a public app's listing with the pictures in its listing.toml, and submits it. Repeating it changes nothing.
 * `adapt` changes the file's text first. Returns the draft's status: null once it's published, or `in_review` if an operator has
 * to approve it.
 */
export async function submitListing(
  api: Api,
  { slug, folder }: Published,
  adapt: (toml: string) => string = (toml) => toml,
): Promise<string | null> {
  const { icon, gallery, ...texts } = parse(
    adapt(await readFile(join(folder, 'listing.toml'), 'utf8')),
  ) as unknown as ListingToml; // our own file, also validated by the command line
  const iconId = await upload(icon, 'icon');
  const pictures: { media_id: string; alt: string }[] = [];
  for (const { file, alt } of gallery) pictures.push({ media_id: await upload(file, 'gallery'), alt });
  await whenReady([iconId, ...pictures.map(({ media_id: id }) => id)]);
  const content = { ...texts, icon: iconId, gallery: pictures, submit: true };
  return (await api.must<Listing>('PUT', `apps/${slug}/listing`, content)).draft_status;

  /** Returns a picture's id; doesn't upload the picture if the app already has it. */
  async function upload(file: string, kind: 'icon' | 'gallery'): Promise<string> {
    const body = await readFile(join(folder, file));
    const sha256 = createHash('sha256').update(body).digest('hex');
    const announced = { kind, bytes: body.length, sha256 };
    const { id, upload_url } = await api.must<{ id: string; upload_url: string | null }>(
      ...(['POST', `apps/${slug}/listing/media`, announced] as const),
    );
    if (upload_url === null) return id;
    const { ok, status } = await fetch(upload_url, { method: 'PUT', body });
    if (!ok) throw new Error(`${file} could not be uploaded: ${status}`);
    return id;
  }

  async function whenReady(ids: readonly string[]): Promise<void> {
    for (;;) {
      const { media } = await api.must<Listing>('GET', `apps/${slug}/listing`);
      const named = media.filter(({ id }) => ids.includes(id));
      const rejected = named.find(({ status }) => status === 'rejected');
      if (rejected) throw new Error(`A picture of ${slug} was rejected: ${rejected.problem}`);
      if (named.every(({ status }) => status === 'ready')) return;
      await sleep(LOOK_EVERY_MS);
    }
  }
}

/** Submits a public app's listing and has the operator publish it to the app store. */
export async function publishListing(api: Api, operator: Host, app: Published): Promise<void> {
  if ((await submitListing(api, app)) !== 'in_review') return;
  // Operators approve the revision that they read.
  const { nodes } = await operator.ask<{
    nodes: readonly { readonly appSlug: string; readonly revision: number }[];
  }>(null, '{ done: appListingsInReview(first: 100) { nodes { appSlug revision } } }');
  const revision = nodes.find(({ appSlug }) => appSlug === app.slug)?.revision;
  await operator.ask(
    null,
    `mutation ($slug: String!, $revision: Int!) {
      done: appListingApprove(slug: $slug, revision: $revision) { userErrors { message } }
    }`,
    { slug: app.slug, revision },
  );
}
