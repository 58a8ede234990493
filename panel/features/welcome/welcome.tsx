import { Anchor, Box, List, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Photos } from '../photos/photos.tsx';
import { type WelcomeQuery, type WelcomeStorefrontFragment, welcomeDocument } from './generated.ts';
import { GoLive } from './go-live.tsx';
import { NewProperty } from './new-property.tsx';
import { NewStorefront } from './new-storefront.tsx';
import { NewUnitType } from './new-unit-type.tsx';
import { Step } from './step.tsx';
import { Terms } from './terms.tsx';
import { WaysToPay } from './ways-to-pay.tsx';

/** Guides an empty team step by step to a storefront where agents can book; completed steps stay ticked. */
export function WelcomePage() {
  const team = useTeam();
  if (team.slug === '') return <Redirect to="/new-team" replace />;
  return isOneOf(team, ['manager']) ? <Progress /> : <Redirect to="/" replace />;
}

function Progress() {
  const { data, error, refetch } = useTeamQuery(welcomeDocument, {});
  return (
    <Page title="Get started" lead="Seven steps until guests and their assistants can book with you.">
      <ErrorNote error={error} onRetry={refetch} />
      {data ? <Steps {...data} /> : !error && <Loading label="Loading your progress" lines={6} />}
    </Page>
  );
}

function Steps({ storefronts, properties }: WelcomeQuery) {
  const storefront = storefronts.find(({ sandbox, status }) => !sandbox && status !== 'closed');
  const property = properties?.nodes[0];
  const unitType = property?.unitTypes[0];
  const written = storefront !== undefined && isDone(storefront, POLICY_PAGES);
  const live = storefront?.agentBookings === true;
  const steps = [
    {
      title: 'Open a storefront',
      done: storefront !== undefined,
      result: storefront && `${storefront.name} at ${storefront.domain}`,
      form: <NewStorefront />,
    },
    {
      title: 'Add your property',
      done: property !== undefined,
      result: property?.name,
      form: storefront && <NewProperty storefrontId={storefront.id} />,
    },
    {
      title: 'Add what you rent out',
      done: unitType !== undefined,
      result: unitType?.name,
      form: property && <NewUnitType property={property} />,
    },
    {
      title: 'Show it',
      done: storefront !== undefined && unitType !== undefined && isDone(storefront, PHOTO),
      result: 'Guests and their assistants see your photos',
      form: unitType && (
        <Box mt="md">
          <Photos name={unitType.name} showing={{ unitTypeId: unitType.id }} photos={unitType.media} />
        </Box>
      ),
    },
    {
      title: 'Write your terms',
      done: written,
      result: 'Terms of service, privacy policy and cancellation',
      form: storefront && <Terms storefront={storefront} currency={property?.currency ?? 'EUR'} />,
    },
    {
      title: 'Choose how guests pay',
      done: storefront !== undefined && isDone(storefront, WAY_TO_PAY),
      result: 'Guests choose on the page of their booking',
      form: storefront && <WaysToPay storefrontId={storefront.id} />,
    },
    {
      title: 'Go live',
      done: live,
      result: storefront && `Agents can book at ${storefront.domain}.`,
      form: storefront && <GoLive storefront={storefront} />,
    },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <>
      {steps.map(({ form, ...step }, place) => (
        <Step key={step.title} number={place + 1} {...step}>
          {place === next && form}
        </Step>
      ))}
      {live && <Afterwards propertyId={property?.id ?? null} />}
    </>
  );
}

const isDone = ({ readiness }: WelcomeStorefrontFragment, codes: readonly string[]): boolean =>
  readiness.items.every(({ code, done }) => done || !codes.includes(code));

/** Readiness codes for a storefront's terms, a payment method, and a photo. */
const POLICY_PAGES = ['terms_of_service', 'privacy_policy', 'cancellation_policy'];
const WAY_TO_PAY = ['way_to_pay'];
const PHOTO = ['photo'];

function Afterwards({ propertyId }: { readonly propertyId: string | null }) {
  return (
    <>
      <Text>You're live. Next steps:</Text>
      <List spacing="xs">
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
            <Anchor component={Link} underline="always" href={`/properties/${propertyId}/charges`}>
              Set fees and taxes
            </Anchor>
            , such as cleaning or a visitor tax.
          </List.Item>
        )}
        <List.Item>
          <Anchor component={Link} underline="always" href="/access">
            Invite your team
          </Anchor>{' '}
          and give everyone a role.
        </List.Item>
        <List.Item>
          <Anchor component={Link} underline="always" href="/store">
            Install a payment app
          </Anchor>{' '}
          for cards, or change{' '}
          <Anchor component={Link} underline="always" href="/storefront">
            how guests pay
          </Anchor>
          .
        </List.Item>
      </List>
    </>
  );
}
