import type { Data } from '../api/operations.ts';
import type { Session } from '../session.ts';
import { print, printFields, printTable, timeOf } from '../terminal/output.ts';

const SHOWN_HOURS = 24;

/** Prints an app's installs and deliveries at every team that uses it. */
export async function showHealth(session: Session, slug: string): Promise<void> {
  const answer = await session.call('getAppHealth', { slug });
  session.show(answer, () => {
    const { failing, installs, hours, lacking } = answer.data;
    printFields({
      installs: `${teams(installs.at(-1)?.count ?? 0)} today, ${teams(installs[0]?.count ?? 0)} on ${installs[0]?.date ?? '-'}`,
      'last 7 days': inWords(hours),
    });
    print();
    printTable(
      ['TEAM', 'TOPIC', 'STATUS', 'ATTEMPTS', 'ERROR', 'LAST ATTEMPT', 'NEXT ATTEMPT', 'EVENT'],
      failing.map((delivery) => [
        delivery.team,
        delivery.topic,
        delivery.status,
        String(delivery.attempts),
        delivery.error,
        timeOf(delivery.at),
        delivery.next_attempt_at === null ? '-' : timeOf(delivery.next_attempt_at),
        delivery.event_id,
      ]),
      `No deliveries by ${slug} failed in the last 7 days.`,
    );
    if (lacking.count > 0) {
      print();
      print(
        lacking.count === 1
          ? '1 install lacks permissions that its version requests. Its host can grant them in the panel.'
          : `${lacking.count} installs lack permissions that their version requests. Their hosts can grant them in the panel.`,
      );
      printTable(
        ['TEAM', 'MISSING'],
        lacking.installs.map(({ team, missing }) => [team, missing.join(', ')]),
        '',
      );
    }
    const busy = hours.slice(-SHOWN_HOURS).filter(({ delivered, failed }) => delivered + failed > 0);
    if (busy.length === 0) return;
    print();
    printTable(
      ['HOUR (UTC)', 'DELIVERED', 'FAILED', 'LATENCY'],
      busy.map(({ at, delivered, failed, latency_ms }) => [
        timeOf(at).slice(0, 16),
        String(delivered),
        String(failed),
        latency_ms === null ? '-' : `${latency_ms} ms`,
      ]),
      '',
    );
  });
}

type Hour = Data<'getAppHealth'>['hours'][number];

const teams = (count: number): string => `${count} ${count === 1 ? 'team' : 'teams'}`;

/** Describes a week: `1204 of 1216 attempts accepted (99.0 %)`. */
function inWords(hours: readonly Hour[]): string {
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const attempts = hours.reduce((sum, hour) => sum + hour.failed, delivered);
  if (attempts === 0) return 'no attempts';
  return `${delivered} of ${attempts} attempts accepted (${((100 * delivered) / attempts).toFixed(1)} %)`;
}
