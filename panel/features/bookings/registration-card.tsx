import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { Page } from '../../components/page.tsx';
import { dayAndYear, nightsBetween } from '../../format/dates.ts';
import { partyWords, unitWords } from './booking-words.tsx';
import classes from './bookings.module.css';
import { type RegistrationCardQuery, registrationCardDocument } from './generated.ts';

/** A printable card that the guests complete and sign on arrival. */
export function RegistrationCardPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(registrationCardDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading the registration card`} />;
  const { booking } = data;
  if (!booking) {
    return (
      <NotFoundPage title={t`Registration card`} list={{ href: '/bookings', label: t`All bookings` }}>
        <Trans>This team has no booking with that number. It may belong to another of your teams.</Trans>
      </NotFoundPage>
    );
  }
  return (
    <Page
      title={t`Registration card`}
      lead={
        <BackLink href={`/bookings/${id}`}>
          <Trans>Booking {booking.reference}</Trans>
        </BackLink>
      }
      actions={
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => globalThis.print()}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <Card booking={booking} />
    </Page>
  );
}

type Booking = NonNullable<RegistrationCardQuery['booking']>;

/** Maximum rows for fellow travellers: what fits on one page. */
const MOST_ROWS = 7;

function Card({ booking }: { readonly booking: Booking }) {
  const { property, party, lines } = booking;
  const { street = null, postalCode = null, locality = null } = property?.address ?? {};
  const place = [street, [postalCode, locality].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const others = Math.min(party.adults + party.children - 1, MOST_ROWS);
  return (
    <Stack component="section" className={classes.card ?? ''} aria-label={t`Card`} gap="md">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{property?.name ?? ''}</Title>
          {place && <Text>{place}</Text>}
        </div>
        <Text fw={600}>{booking.reference}</Text>
      </Group>
      <Facts
        facts={[
          [t`Arrival`, [dayAndYear(booking.checkIn), booking.arrivalTime].filter(Boolean).join(', ')],
          [t`Departure`, dayAndYear(booking.checkOut)],
          [
            t`Length of stay`,
            plural(nightsBetween(booking.checkIn, booking.checkOut), { one: '# night', other: '# nights' }),
          ],
          [t`Guests`, partyWords(party)],
          [t`Stay`, lines.map(stayWords).join('; ')],
        ]}
      />
      <Title order={3}>
        <Trans>Guest</Trans>
      </Title>
      <Lines
        fields={[
          [t`Name`, `${booking.guestFirstName} ${booking.guestLastName}`],
          [t`Email`, booking.guestEmail],
          [t`Phone`, booking.guestPhone],
          [t`Home address`],
          [t`Date of birth`],
          [t`Nationality`],
          [t`Passport or identity card number`],
          [t`Vehicle registration`],
        ]}
      />
      {others > 0 && (
        <>
          <Title order={3}>
            <Trans>Traveling with you</Trans>
          </Title>
          <table className={classes.travelers}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Name</Trans>
                </th>
                <th scope="col">
                  <Trans>Date of birth</Trans>
                </th>
                <th scope="col">
                  <Trans>Nationality</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: others }, (_, row) => row + 1).map((row) => (
                <tr key={row}>
                  <td />
                  <td />
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <Lines fields={[[t`Date`], [t`Signature`]]} />
    </Stack>
  );
}

const stayWords = ({ title, quantity, units }: Booking['lines'][number]): string =>
  units.length > 0
    ? `${title}: ${unitWords(units)}`
    : `${plural(quantity, { one: '# unit', other: '# units' })}, ${title}`;

/** Labels with their values, or with a line to write on. */
function Lines({ fields }: { readonly fields: readonly (readonly [string, (string | null)?])[] }) {
  return (
    <dl className={classes.lines}>
      {fields.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
