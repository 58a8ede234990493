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
import { count, dayAndYear, nightsBetween } from '../../format/dates.ts';
import { partyWords, unitWords } from './booking-words.tsx';
import classes from './bookings.module.css';
import { type RegistrationCardQuery, registrationCardDocument } from './generated.ts';

/** A printable card that the guests complete and sign on arrival. */
export function RegistrationCardPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useTeamQuery(registrationCardDocument, { id });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Loading the registration card" />;
  const { booking } = data;
  if (!booking) {
    return (
      <NotFoundPage title="Registration card" list={{ href: '/bookings', label: 'All bookings' }}>
        This team has no booking with that number. It may belong to another of your teams.
      </NotFoundPage>
    );
  }
  return (
    <Page
      title="Registration card"
      lead={<BackLink href={`/bookings/${id}`}>Booking {booking.reference}</BackLink>}
      actions={
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => globalThis.print()}>
          Print
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
    <Stack component="section" className={classes.card ?? ''} aria-label="Card" gap="md">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{property?.name ?? ''}</Title>
          {place && <Text>{place}</Text>}
        </div>
        <Text fw={600}>{booking.reference}</Text>
      </Group>
      <Facts
        facts={[
          ['Arrival', [dayAndYear(booking.checkIn), booking.arrivalTime].filter(Boolean).join(', ')],
          ['Departure', dayAndYear(booking.checkOut)],
          ['Length of stay', count(nightsBetween(booking.checkIn, booking.checkOut), 'night')],
          ['Guests', partyWords(party)],
          ['Stay', lines.map(stayWords).join('; ')],
        ]}
      />
      <Title order={3}>Guest</Title>
      <Lines
        fields={[
          ['Name', `${booking.guestFirstName} ${booking.guestLastName}`],
          ['Email', booking.guestEmail],
          ['Phone', booking.guestPhone],
          ['Home address'],
          ['Date of birth'],
          ['Nationality'],
          ['Passport or identity card number'],
          ['Vehicle registration'],
        ]}
      />
      {others > 0 && (
        <>
          <Title order={3}>Traveling with you</Title>
          <table className={classes.travelers}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Date of birth</th>
                <th scope="col">Nationality</th>
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
      <Lines fields={[['Date'], ['Signature']]} />
    </Stack>
  );
}

const stayWords = ({ title, quantity, units }: Booking['lines'][number]): string =>
  units.length > 0 ? `${title}: ${unitWords(units)}` : `${count(quantity, 'unit')}, ${title}`;

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
