import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from './host.ts';

interface Placement {
  readonly id: string;
  readonly appSlug: string;
  readonly status: string;
}

const LOOK_EVERY_MS = 200;
/** An app without placements by then isn't going to create any. */
const GIVE_UP_AFTER_MS = 30_000;

const PUBLISH = 'mutation ($id: ID!) { done: injectionPublish(id: $id) { userErrors { message } } }';

/** Publishes blocks that the app placed as drafts on the team's first storefront during installation. */
export async function publishPlacements(
  host: Host,
  { team, slug }: { readonly team: string; readonly slug: string },
): Promise<void> {
  const [storefront] = await host.ask<readonly { readonly id: string }[]>(
    team,
    '{ done: storefronts { id } }',
  );
  for (const began = Date.now(); ; ) {
    const all = await host.ask<readonly Placement[]>(
      team,
      'query ($id: ID!) { done: injectionPlacements(storefrontId: $id) { id appSlug status } }',
      { id: storefront?.id },
    );
    const own = all.filter(({ appSlug, status }) => appSlug === slug && status !== 'available');
    for (const { id } of own.filter(({ status }) => status === 'draft'))
      await host.ask(team, PUBLISH, { id });
    if (own.length > 0) return;
    if (Date.now() - began > GIVE_UP_AFTER_MS) throw new Error(`${slug} placed nothing on a storefront.`);
    await sleep(LOOK_EVERY_MS); // the storefront receives the install event a moment later
  }
}
