import { Stack } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { Setting } from './setting.tsx';
import type { Storefront } from './storefronts.tsx';

/** What agents may do at a storefront. */
export function Agents({ storefront }: { readonly storefront: Storefront }) {
  const { id, agentBookings, instantBooking, maintenance } = storefront;
  return (
    <Panel title="Agents">
      <Stack gap="lg">
        <Setting
          label="Agent bookings"
          description="Agents find this storefront, its rates and its availability."
          checked={agentBookings}
          change={(on) => ({ id, agentBookings: on })}
          asks={{
            when: false,
            title: 'Turn agent bookings off?',
            text: 'Agents no longer find this storefront, and checkouts they have begun cannot be completed. Bookings stay.',
            confirmLabel: 'Turn off',
          }}
        />
        <Setting
          label="Instant booking"
          description="Agents book at once. Off means you review every request yourself, and agents are offered no checkout."
          checked={instantBooking}
          change={(on) => ({ id, instantBooking: on })}
          asks={{
            when: false,
            title: 'Review requests yourself?',
            text: 'Agents still find your rates but can no longer book. Bookings stay.',
            confirmLabel: 'Stop instant booking',
          }}
        />
        <Setting
          label="Maintenance"
          description="The storefront is closed for guests and agents, who are asked to come back later."
          checked={maintenance}
          change={(on) => ({ id, maintenance: on })}
          asks={{
            when: true,
            title: 'Close for maintenance?',
            text: 'Guests and agents get nothing but a note to come back later, until you open it again.',
            confirmLabel: 'Close it',
          }}
        />
      </Stack>
    </Panel>
  );
}
