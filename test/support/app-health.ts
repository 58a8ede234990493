import { demoHost } from './app-world.ts';
import { ask } from './developer.ts';
import type { TestPlatform } from './platform.ts';

/** Installs or uninstalls an app as the host of a demo team; the install's id after installing. */
export async function setInstalled(
  platform: TestPlatform,
  slug: string,
  { team = 'lakeside', installed = true }: { readonly team?: string; readonly installed?: boolean } = {},
): Promise<number> {
  const { host } = await demoHost(platform, team);
  const field = installed ? 'appInstall' : 'appUninstall';
  const answer = await ask<
    Record<string, { install: { id: string } | null; userErrors: readonly unknown[] }>
  >(
    platform,
    host,
    `mutation ($slug: String!) { ${field}(slug: $slug) { install { id } userErrors { message } } }`,
    { slug },
  );
  if (answer[field]?.userErrors.length) throw new Error(JSON.stringify(answer));
  return Number(answer[field]?.install?.id);
}

/** An hour's attempts, by how many hours ago it was. */
export interface Hour {
  readonly hoursAgo: number;
  readonly delivered: number;
  readonly failed: number;
  readonly latencyMsSum?: number;
}

/** Writes an install's attempts in past hours, as the dispatcher counted them then. */
export async function countAttempts(
  { database }: TestPlatform,
  installId: number,
  hours: readonly Hour[],
): Promise<void> {
  await database.query(
    `INSERT INTO apps.delivery_hours (install_id, hour, delivered, failed, latency_ms_sum)
     SELECT $1, date_trunc('hour', now(), 'UTC') - ("hoursAgo" || ' hours')::interval, delivered, failed,
       coalesce("latencyMsSum", 0)
     FROM jsonb_to_recordset($2::jsonb)
       AS hours ("hoursAgo" int, delivered int, failed int, "latencyMsSum" bigint)`,
    [installId, JSON.stringify(hours)],
  );
}
