import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { type DeclaredInjection, TARGETS_OF } from '#manifest/injections.ts';
import { isSlug } from '#manifest/slug.ts';
import { teamIdOrNull } from '../../access.ts';
import type { InjectionEntry } from '../../generated.ts';
import { runningInstalls } from '../store/running-version.ts';

/**
 * Returns injections that the host team's installed apps offer, for all apps or for one
 * (docs/interface/injections.md#placing).
 */
export const listInjectionEntries = async (
  ctx: SubgraphContext,
  appSlug: string | null,
): Promise<InjectionEntry[]> => entriesOf(ctx, teamIdOrNull(ctx) ?? 0, appSlug);

/** Returns injections that one app offers to any team's storefronts. */
export const injectionEntriesOf = async (
  ctx: SubgraphContext,
  { teamId, appSlug }: { readonly teamId: string; readonly appSlug: string },
): Promise<InjectionEntry[]> => entriesOf(ctx, parseId(teamId) ?? 0, appSlug);

async function entriesOf(
  ctx: SubgraphContext,
  teamId: number,
  appSlug: string | null,
): Promise<InjectionEntry[]> {
  if (appSlug !== null && !isSlug(appSlug)) return [];
  const installs = await runningInstalls(reader(ctx))
    .select([
      'i.id',
      'a.slug',
      'a.name',
      'a.distribution',
      'a.liveVersionId',
      'v.id as versionId',
      'v.manifest',
    ])
    .where('i.teamId', '=', teamId)
    .where('i.isActive', '=', true)
    .$if(appSlug !== null, (all) => all.where('a.slug', '=', appSlug ?? ''))
    .orderBy('a.name')
    .orderBy('i.id')
    .execute();
  return installs.flatMap(({ id, slug, name, distribution, liveVersionId, versionId, manifest }) =>
    (manifest.declaredInjections ?? []).map(
      (entry): InjectionEntry => ({
        appSlug: slug,
        appName: name,
        installId: String(id),
        handle: entry.handle,
        name: entry.name,
        kind: entry.kind,
        target: entry.target,
        url: entry.url,
        consent: entry.consent,
        lazy: entry.lazy,
        targets: placesOf(entry),
        integrity: entry.integrity,
        autoPlace: entry.autoPlace,
        minHeight: entry.height.min,
        maxHeight: entry.kind === 'frame' ? entry.height.max : null,
        metaName: entry.meta?.name ?? null,
        metaContent: entry.meta?.content ?? null,
        // In a public app, only reviewed versions go live. A development install may run another version.
        reviewed: distribution === 'public' && liveVersionId === versionId,
      }),
    ),
  );
}

/** Confirmed bookings only show injections that target them. */
const placesOf = ({ kind, target }: DeclaredInjection): string[] =>
  TARGETS_OF[kind].filter((one) => one !== 'booking.after' || target === 'booking.after');
