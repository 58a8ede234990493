import { Anchor, Box, List, Text } from '@mantine/core';
import { Link, Redirect } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Photos } from '../photos/photos.tsx';
import { welcomeDocument } from './generated.ts';
import { GoLive } from './go-live.tsx';
import { NewProperty } from './new-property.tsx';
import { NewStorefront } from './new-storefront.tsx';
import { NewUnitType } from './new-unit-type.tsx';
import { type Progress, progressOf, STEPS, type StepName } from './progress.ts';
import { Step } from './step.tsx';
import { Terms } from './terms.tsx';
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
    <Page title="Get started" lead="Seven steps until guests and their assistants can book with you.">
      <ErrorNote error={error} onRetry={refetch} />
      {data ? (
        <Steps progress={progressOf(data)} />
      ) : (
        !error && <Loading label="Loading your progress" lines={6} />
      )}
    </Page>
  );
}

function Steps({ progress }: { readonly progress: Progress }) {
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
      editAt: site,
    },
    live: {
      title: 'Go live',
      result: storefront && `Agents can book at ${storefront.domain}.`,
      editAt: site,
    },
  };
  return (
    <>
      {STEPS.map((name, place) => (
        <Step key={name} number={place + 1} done={done[name]} isNext={name === next} {...steps[name]}>
          <StepOf name={name} progress={progress} />
        </Step>
      ))}
      {done.live && <Afterwards propertyId={property?.id ?? null} />}
    </>
  );
}

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
