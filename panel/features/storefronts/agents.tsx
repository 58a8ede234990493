import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { Setting } from './setting.tsx';
import type { Storefront } from './storefront.ts';

interface SwitchesProps {
  readonly storefront: Storefront;
}

/** The choice between instant bookings and requests. */
export function BookingSettings({ storefront: { id, instantBooking } }: SwitchesProps) {
  return (
    <Setting
      label={t`Instant booking`}
      description={t`Guests and agents book without asking. When this is off, they send requests, and you answer each of them.`}
      checked={instantBooking}
      change={(on) => ({ id, instantBooking: on })}
      asks={{
        when: false,
        title: t`Review requests yourself?`,
        text: t`Agents can still see your rates but can no longer book. They give guests a link to request their stay. Existing bookings aren't affected.`,
        confirmLabel: t`Stop instant booking`,
      }}
    />
  );
}

/** Guests' actions on their booking's page. */
export function GuestSettings({ storefront: { id, guestCancellation, automaticRefunds } }: SwitchesProps) {
  return (
    <Stack gap="lg">
      <Setting
        label={t`Cancellation by guests`}
        description={t`Guests cancel on their booking's page, under the terms they booked with. When this is off, the page shows your contact details instead.`}
        checked={guestCancellation}
        change={(on) => ({ id, guestCancellation: on })}
        asks={{
          when: false,
          title: t`Stop cancellation by guests?`,
          text: t`Guests who want to cancel have to contact you. Their booking's page shows the property's phone number and email address.`,
          confirmLabel: t`Turn off`,
        }}
      />
      <Setting
        label={t`Automatic refunds`}
        description={t`The refund due after a cancellation or a guest's change starts immediately if your payment app supports refunds. Otherwise, it's listed on Today.`}
        checked={automaticRefunds}
        change={(on) => ({ id, automaticRefunds: on })}
        asks={{
          when: false,
          title: t`Stop automatic refunds?`,
          text: t`Refunds that become due are listed on Today until you pay them back. Refunds that have started continue.`,
          confirmLabel: t`Turn off`,
        }}
      />
    </Stack>
  );
}

/** Agents' access to the storefront. */
export function AgentSettings({ storefront }: SwitchesProps) {
  const { id, agentBookings, lodgingDraft, lodgingDraftPin } = storefront;
  return (
    <Stack gap="lg">
      <Setting
        label={t`Agent bookings`}
        description={t`Agents can find this storefront, its rates and its availability.`}
        checked={agentBookings}
        change={(on) => ({ id, agentBookings: on })}
        asks={{
          when: false,
          title: t`Turn off agent bookings?`,
          text: t`Agents can no longer find this storefront, and open checkouts can't be completed. Existing bookings aren't affected.`,
          confirmLabel: t`Turn off`,
        }}
      />
      {lodgingDraftPin !== null && (
        <Setting
          label={t`UCP lodging (draft)`}
          description={t`Agents that have the draft's address can book through it. Stays paid at the property are confirmed immediately.`}
          checked={lodgingDraft}
          change={(on) => ({ id, lodgingDraft: on })}
          asks={{
            when: false,
            title: t`Turn off UCP lodging?`,
            text: t`Open booking sessions of the draft can no longer be read or completed. Existing bookings aren't affected.`,
            confirmLabel: t`Turn off`,
          }}
        />
      )}
    </Stack>
  );
}

/** Closes the storefront for a while. */
export function Maintenance({ storefront: { id, maintenance } }: SwitchesProps) {
  return (
    <Setting
      label={t({ message: 'Maintenance', context: 'storefront' })}
      description={t`The storefront is closed for guests and agents, who are asked to come back later.`}
      checked={maintenance}
      change={(on) => ({ id, maintenance: on })}
      asks={{
        when: true,
        title: t`Close for maintenance?`,
        text: t`Guests and agents are asked to come back later until you reopen it.`,
        confirmLabel: t`Close storefront`,
      }}
    />
  );
}
