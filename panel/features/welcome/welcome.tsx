import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Box, Button, List, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { storefrontUrl } from '../../format/storefront-url.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Photos } from '../photos/photos.tsx';
import { type WelcomeQuery, welcomeDocument, welcomeSandboxDocument } from './generated.ts';
import { GoLive } from './go-live.tsx';
import { NewProperty } from './new-property.tsx';
import { NewStorefront } from './new-storefront.tsx';
import { NewUnitType } from './new-unit-type.tsx';
import { type Progress, progressOf, STEPS, type StepName } from './progress.ts';
import { StayMeter } from './stay-meter.tsx';
import { Step } from './step.tsx';
import { Terms } from './terms.tsx';
import { type TestBooking, testBookingOf } from './test-booking.ts';
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
      title={t`Get started`}
      lead={t`Seven steps until guests and their assistants can book with you.`}
      actions={data && <SiteLinks data={data} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {data ? (
        <Steps progress={progressOf(data)} test={testBookingOf(data)} />
      ) : (
        !error && <Loading label={t`Loading your progress`} lines={6} />
      )}
    </Page>
  );
}

function Steps({ progress, test }: { readonly progress: Progress; readonly test: TestBooking | null }) {
  const { storefront, property, unitType, done, next } = progress;
  const site = storefront && `/site?storefront=${storefront.id}`;
  const steps: Readonly<Record<StepName, Pick<Parameters<typeof Step>[0], 'title' | 'result' | 'editAt'>>> = {
    storefront: {
      title: t`Open a storefront`,
      result: storefront && t`${storefront.name} at ${storefront.domain}`,
      editAt: site,
    },
    property: {
      title: t`Add your property`,
      result: property?.name,
      editAt: property && `/properties/${property.id}`,
    },
    unitType: {
      title: t`Add what you rent out`,
      result: unitType?.name,
      editAt: property && unitType && `/properties/${property.id}/unit-types/${unitType.id}`,
    },
    photo: { title: t`Show it`, result: t`Guests and their assistants see your photos` },
    terms: { title: t`Write your terms`, result: t`Terms of service, privacy policy and cancellation` },
    payment: {
      title: t`Choose how guests pay`,
      result: t`Guests choose on the page of their booking`,
      editAt: site && `${site}#payment`,
    },
    live: {
      title: t`Go live`,
      result: storefront && t`Agents can book at ${storefront.domain}.`,
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
      {done.live && <Afterwards propertyId={property?.id ?? null} test={test} />}
    </>
  );
}

/** Links to the site and, once guests can book, to the sandbox for a try. */
function SiteLinks({ data }: { readonly data: WelcomeQuery }) {
  const { storefront } = progressOf(data);
  const test = testBookingOf(data);
  if (!storefront) return null;
  return (
    <>
      {test &&
        ('url' in test ? (
          <Button component="a" href={test.url} {...IN_NEW_TAB} variant="default">
            <Trans>Make a test booking</Trans>
          </Button>
        ) : (
          <OpenSandbox propertyId={test.propertyId} />
        ))}
      <Button component="a" href={storefrontUrl(storefront.domain, '/')} {...IN_NEW_TAB} variant="default">
        <Trans>View your site</Trans>
      </Button>
    </>
  );
}

/** Opens the team's sandbox; the button then becomes the link to it. */
function OpenSandbox({ propertyId }: { readonly propertyId: string }) {
  const { mutate, isPending, error } = useTeamMutation(welcomeSandboxDocument);
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate({ input: { propertyId } })}>
        <Trans>Set up test bookings</Trans>
      </Button>
      <ErrorNote error={error} />
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
  readonly test: TestBooking | null;
}

function Afterwards({ propertyId, test }: AfterwardsProps) {
  return (
    <>
      <Text>
        <Trans>You're live. Next steps:</Trans>
      </Text>
      <List spacing="xs">
        {test && (
          <List.Item>
            {'url' in test
              ? t`Make a test booking. It’s made on your test site: it takes no real night, and no money moves.`
              : t`Set up test bookings. They’re made on a copy of your property, so they take no real night, and no money moves.`}
          </List.Item>
        )}
        <List.Item>
          <Trans>
            <Anchor component={Link} underline="always" href="/calendar">
              Set rates and restrictions
            </Anchor>{' '}
            for weekends and seasons.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            <Anchor component={Link} underline="always" href="/properties">
              Add more photos
            </Anchor>{' '}
            of the property and of every unit type.
          </Trans>
        </List.Item>
        {propertyId && (
          <List.Item>
            <Trans>
              <Anchor component={Link} underline="always" href={`/rates/charges?property=${propertyId}`}>
                Set fees and taxes
              </Anchor>
              , such as cleaning or a visitor tax.
            </Trans>
          </List.Item>
        )}
        <List.Item>
          <Trans>
            <Anchor component={Link} underline="always" href="/team">
              Invite your team
            </Anchor>{' '}
            and give everyone a role.
          </Trans>
        </List.Item>
        <List.Item>
          <Trans>
            <Anchor component={Link} underline="always" href="/store">
              Install a payment app
            </Anchor>{' '}
            for cards, or change{' '}
            <Anchor component={Link} underline="always" href="/site">
              how guests pay
            </Anchor>
            .
          </Trans>
        </List.Item>
      </List>
    </>
  );
}
