import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { addDays, day, isWeekend, nightsBetween, todayIn } from '../../format/dates.ts';
import { requestNightsDocument } from './generated.ts';
import type { RequestDetail } from './request-detail.ts';
import classes from './requests.module.css';

/** Nights shown before and after a stay. */
const MARGIN = 7;
/** Longest period shown in full. */
const MOST = 100;

/** Nights around a requested stay: free units per night, with the stay marked. */
export function Around({ request }: { readonly request: RequestDetail }) {
  const { unitType, checkIn, checkOut, timeZone, units } = request;
  const today = todayIn(timeZone);
  const before = addDays(checkIn, -MARGIN);
  const from = before < today ? today : before;
  const last = addDays(checkOut, MARGIN - 1);
  const until = nightsBetween(from, last) < MOST ? last : addDays(from, MOST - 1);
  const { data, error, refetch } = useTeamQuery(
    requestNightsDocument,
    { unitTypeId: unitType?.id ?? '', from, until },
    { enabled: unitType !== null && from <= until },
  );
  if (unitType === null || from > until)
    return (
      <Text size="sm">
        <Trans>The stay is over.</Trans>
      </Text>
    );
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the nights`} />;
  return (
    <ol className={classes.nights} aria-label={t`Nights around the stay`}>
      {data.rates?.nodes.map((night) => {
        const asked = night.date >= checkIn && night.date < checkOut;
        const enough = night.available >= units || request.holdsNights;
        return (
          <li
            key={night.date}
            data-asked={asked || undefined}
            data-weekend={isWeekend(night.date) || undefined}
            data-short={(asked && !enough) || undefined}
          >
            <span>{day(night.date)}</span>
            <strong>
              {night.stopSell ? t`Off sale` : plural(night.available, { one: '# free', other: '# free' })}
            </strong>
            {night.closedReason && <span>{night.closedReason}</span>}
          </li>
        );
      })}
    </ol>
  );
}
