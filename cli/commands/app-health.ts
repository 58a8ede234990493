import type { Data } from '../api/operations.ts';
import type { Session } from '../session.ts';
import { print, printFields, printTable } from '../terminal/output.ts';

const SHOWN_HOURS = 24;

/** Prints an app's installs and deliveries at every team that uses it. */
export async function showHealth(session: Session, slug: string): Promise<void> {
  const answer = await session.call('getAppHealth', { slug });
  session.show(answer, () => {
    const { failing, installs, hours } = answer.data;
    printFields({
      installs: `${installs.at(-1)?.count ?? 0}, ${installs[0]?.count ?? 0} on ${installs[0]?.date ?? '-'}`,
      'last 7 days': inWords(hours),
    });
    print();
    printTable(
      ['TEAM', 'TOPIC', 'STATUS', 'ERROR', 'LAST ATTEMPT'],
      failing.map(({ team, topic, status, error, at }) => [team, topic, status, error, at]),
      `No deliveries by ${slug} failed in the last 7 days.`,
    );
    const busy = hours.slice(-SHOWN_HOURS).filter(({ delivered, failed }) => delivered + failed > 0);
    if (busy.length === 0) return;
    print();
    printTable(
      ['HOUR (UTC)', 'DELIVERED', 'FAILED', 'LATENCY'],
      busy.map(({ at, delivered, failed, latency_ms }) => [
        at.slice(0, 16).replace('T', ' '),
        String(delivered),
        String(failed),
        latency_ms === null ? '-' : `${latency_ms} ms`,
      ]),
      '',
    );
  });
}

type Hour = Data<'getAppHealth'>['hours'][number];

/** Describes a week: `1204 of 1216 attempts accepted (99.0 %)`. */
function inWords(hours: readonly Hour[]): string {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const attempts = hours.reduce((sum, hour) => sum + hour.failed, delivered);
  if (attempts === 0) return 'no attempts';
  return `${delivered} of ${attempts} attempts accepted (${((100 * delivered) / attempts).toFixed(1)} %)`;
}
