import { Anchor, Box, Button, List, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { storefrontUrl } from '../../format/storefront-url.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Photos } from '../photos/photos.tsx';
import { type WelcomeQuery, welcomeDocument } from './generated.ts';
import { GoLive } from './go-live.tsx';
import { NewProperty } from './new-property.tsx';
import { NewStorefront } from './new-storefront.tsx';
import { NewUnitType } from './new-unit-type.tsx';
import { type Progress, progressOf, STEPS, type StepName } from './progress.ts';
import { StayMeter } from './stay-meter.tsx';
import { Step } from './step.tsx';
import { Terms } from './terms.tsx';
import { sandboxOf, testBookingUrl } from './test-booking.ts';
import { WaysToPay } from './ways-to-pay.tsx';

/** Guides an empty team step by step to a storefront where agents can book; completed steps stay ticked. */
export function WelcomePage() {
  const team = useTeam();
  if (team.slug === '') return <Redirect to="/new-team" replace />;
  return isOneOf(team, ['manager']) ? <StepList /> : <Redirect to="/" replace />;
}

function StepList() {
  const { data, error, refetch } = useTeamQuery(welcomeDocument, {});
  return (
    <Page
      title="Get started"
      lead="Seven steps until guests and their assistants can book with you."
      actions={data && <SiteLinks data={data} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {data ? (
        <Steps progress={progressOf(data)} hasSandbox={sandboxOf(data) !== undefined} />
      ) : (
        !error && <Loading label="Loading your progress" lines={6} />
      )}
    </Page>
  );
}

function Steps({
  progress,
  hasSandbox,
}: {
  readonly progress: Progress;
  /** True if test bookings are made at a sandbox, not at the team's real site. */
  readonly hasSandbox: boolean;
}) {
  const { storefront, property, unitType, done, next } = progress;
  const site = storefront && `/site?storefront=${storefront.id}`;
  const steps: Readonly<Record<StepName, Pick<Parameters<typeof Step>[0], 'title' | 'result' | 'editAt'>>> = {
    storefront: {
      title: 'Open a storefront',
      result: storefront && `${storefront.name} at ${storefront.domain}`,
      editAt: site,
    },
    property: {
      title: 'Add your property',
      result: property?.name,
      editAt: property && `/properties/${property.id}`,
    },
    unitType: {
      title: 'Add what you rent out',
      result: unitType?.name,
      editAt: property && unitType && `/properties/${property.id}/unit-types/${unitType.id}`,
    },
    photo: { title: 'Show it', result: 'Guests and their assistants see your photos' },
    terms: { title: 'Write your terms', result: 'Terms of service, privacy policy and cancellation' },
    payment: {
      title: 'Choose how guests pay',
      result: 'Guests choose on the page of their booking',
      editAt: site && `${site}#payment`,
    },
    live: {
      title: 'Go live',
      result: storefront && `Agents can book at ${storefront.domain}.`,
      editAt: site,
    },
  };
  const meter = property && <StayMeter propertyId={property.id} />;
  return (
    <>
      {done.live && meter}
      {STEPS.map((name, place) => (
        <Step key={name} number={place + 1} done={done[name]} isNext={name === next} {...steps[name]}>
          <StepOf name={name} progress={progress} />
        </Step>
      ))}
      {!done.live && meter}
      {done.live && <Afterwards propertyId={property?.id ?? null} hasSandbox={hasSandbox} />}
    </>
  );
}

/** Links to the site and, once guests can book, to a booking form for a try. */
function SiteLinks({ data }: { readonly data: WelcomeQuery }) {
  const { storefront } = progressOf(data);
  const testUrl = testBookingUrl(data);
  if (!storefront) return null;
  return (
    <>
      {testUrl && (
        <Button component="a" href={testUrl} {...IN_NEW_TAB} variant="default">
          Make a test booking
        </Button>
      )}
      <Button component="a" href={storefrontUrl(storefront.domain, '/')} {...IN_NEW_TAB} variant="default">
        View your site
      </Button>
    </>
  );
}

const IN_NEW_TAB = { target: '_blank', rel: 'noreferrer' } as const;

interface StepOfProps {
  readonly name: StepName;
  readonly progress: Progress;
}

/** A step's form, once the steps before it are done. */
function StepOf({ name, progress: { storefront, property, unitType } }: StepOfProps) {
  if (name === 'storefront') return <NewStorefront />;
  if (!storefront) return null;
  if (name === 'property') return <NewProperty storefrontId={storefront.id} />;
  if (name === 'unitType') return property && <NewUnitType property={property} />;
  if (name === 'photo') {
    return (
      unitType && (
        <Box mt="md">
          <Photos name={unitType.name} showing={{ unitTypeId: unitType.id }} photos={unitType.media} />
        </Box>
      )
    );
  }
  if (name === 'terms') return <Terms storefront={storefront} currency={property?.currency ?? 'EUR'} />;
  if (name === 'payment') return <WaysToPay storefrontId={storefront.id} />;
  return <GoLive storefront={storefront} />;
}

interface AfterwardsProps {
  readonly propertyId: string | null;
  readonly hasSandbox: boolean;
}

function Afterwards({ propertyId, hasSandbox }: AfterwardsProps) {
  return (
    <>
      <Text>You're live. Next steps:</Text>
      <List spacing="xs">
        <List.Item>
          Make a test booking.{' '}
          {hasSandbox
            ? "It's made on your sandbox site, and no money moves."
            : 'It takes its nights off sale until you cancel it under Bookings.'}
        </List.Item>
        <List.Item>
          <Anchor component={Link} underline="always" href="/calendar">
            Set rates and restrictions
          </Anchor>{' '}
          for weekends and seasons.
        </List.Item>
        <List.Item>
          <Anchor component={Link} underline="always" href="/properties">
            Add more photos
          </Anchor>{' '}
          of the property and of every unit type.
        </List.Item>
        {propertyId && (
          <List.Item>
            <Anchor component={Link} underline="always" href={`/rates/charges?property=${propertyId}`}>
              Set fees and taxes
            </Anchor>
            , such as cleaning or a visitor tax.
          </List.Item>
        )}
        <List.Item>
          <Anchor component={Link} underline="always" href="/team">
            Invite your team
          </Anchor>{' '}
          and give everyone a role.
        </List.Item>
        <List.Item>
          <Anchor component={Link} underline="always" href="/store">
            Install a payment app
          </Anchor>{' '}
          for cards, or change{' '}
          <Anchor component={Link} underline="always" href="/site">
            how guests pay
          </Anchor>
          .
        </List.Item>
      </List>
    </>
  );
}
