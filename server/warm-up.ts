import { isRetired, UNSTABLE } from '#gateway/http/versions.ts';
import { systemClock } from '#kit/clock.ts';
import { API_VERSIONS } from '#schema/views.ts';
import type { Platform } from './platform.ts';

/**
 * Makes ahead of its first use what is made on first use: it compiles the internal operations and asks every served version of the
 * developer API one question, for the planner, the view's schema and a plan. The process serves meanwhile.
 */
export async function warmUp(platform: Platform, stopping: AbortSignal): Promise<void> {
  const { http, role } = platform;
  await platform.prepareOperations();
  const surfaces = role === 'all' || role === 'gateway';
  const versions = [...API_VERSIONS, UNSTABLE].filter((version) => !isRetired(version, systemClock.now()));
  for (const { version } of surfaces ? versions : []) {
    if (stopping.aborted) return;
    const { statusCode } = await http.inject({
      method: 'POST',
      url: `/developer/api/${version}/graphql`,
      payload: { query: '{ apiVersion currentApp { name } }' },
    });
    if (statusCode !== 200)
      http.log.warn({ version, status: statusCode }, 'the developer API did not warm up');
  }
  http.log.info({ role }, 'the process is warm');
}
