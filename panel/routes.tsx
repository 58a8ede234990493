import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  type Icon,
  IconActivity,
  IconApps,
  IconBeach,
  IconBook,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarMonth,
  IconChartBar,
  IconChecklist,
  IconClipboardCheck,
  IconCode,
  IconHome,
  IconMail,
  IconMessages,
  IconPlugConnected,
  IconPuzzle,
  IconReceipt,
  IconRoute,
  IconSettings,
  IconTag,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import type { TeamRole } from './api/client.ts';
import { translated } from './i18n/translated.ts';

/** The navigation's groups, in order. */
export const SECTIONS = translated({
  daily: msg`Every day`,
  setup: msg`Set up`,
  developers: msg`For developers`,
  platform: msg`Platform`,
});

/** A page and its path below `/panel`: a navigation entry if it has a `section`, another entry's tab if it has `tabOf`. */
export interface PanelRoute {
  /** As parsed by wouter, e.g. `/bookings/:id`. */
  readonly path: string;
  readonly page: ComponentType;
  readonly title?: MessageDescriptor;
  readonly section?: keyof typeof SECTIONS;
  readonly icon?: Icon;
  /** Label among the entry's tabs. */
  readonly tab?: MessageDescriptor;
  /** Path of the entry whose tab it is; an entry with tabs is its own first tab. */
  readonly tabOf?: string;
  /** Roles that start here instead of at the first page in the navigation. */
  readonly startFor?: readonly TeamRole[];
  /** Shown next to its title in the navigation. */
  readonly note?: ComponentType;
  /** Set for pages that only operators can open. */
  readonly operator?: boolean;
  /** Set for entries and tabs that only people who develop apps see. */
  readonly developer?: boolean;
  /** Set for pages that don't need a team. */
  readonly own?: boolean;
  /** Roles in addition to `owner` that can open it, as in the API; if omitted, everyone on the team can. */
  readonly roles?: readonly TeamRole[];
}

/** Loads a page from its own file on the first visit. */
const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** All panel pages, one per line. An address shows the first matching route. */
export const ROUTES: readonly PanelRoute[] = [
  {
    path: '/',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Today`,
    section: 'daily',
    icon: IconBeach,
    page: page(async () => (await import('./features/today/today.tsx')).TodayPage),
  },
  {
    path: '/calendar',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Calendar`,
    section: 'daily',
    icon: IconCalendarMonth,
    page: page(async () => (await import('./features/calendar/calendar.tsx')).CalendarPage),
  },
  {
    path: '/bookings',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Bookings`,
    section: 'daily',
    icon: IconBook,
    tab: msg`All bookings`,
    page: page(async () => (await import('./features/bookings/bookings.tsx')).BookingsPage),
  },
  {
    path: '/bookings/requests',
    roles: ['manager', 'front_desk', 'revenue'],
    tab: msg`Requests`,
    tabOf: '/bookings',
    page: page(async () => (await import('./features/requests/requests.tsx')).RequestsPage),
  },
  {
    path: '/bookings/requests/:id',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/requests/request.tsx')).RequestPage),
  },
  {
    path: '/bookings/invoices',
    roles: ['manager', 'front_desk'],
    tab: msg`Invoices`,
    tabOf: '/bookings',
    page: page(async () => (await import('./features/invoices/invoices.tsx')).InvoicesPage),
  },
  {
    path: '/bookings/:id',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/bookings/booking.tsx')).BookingPage),
  },
  {
    path: '/bookings/:id/registration-card',
    roles: ['manager', 'front_desk'],
    page: page(async () => (await import('./features/bookings/registration-card.tsx')).RegistrationCardPage),
  },
  {
    path: '/guests',
    roles: ['manager', 'front_desk'],
    title: msg`Guests`,
    section: 'daily',
    icon: IconUsers,
    page: page(async () => (await import('./features/guests/guests.tsx')).GuestsPage),
  },
  {
    path: '/guests/:id',
    roles: ['manager', 'front_desk'],
    page: page(async () => (await import('./features/guests/guest.tsx')).GuestPage),
  },
  {
    path: '/messages',
    roles: ['manager', 'front_desk'],
    title: msg`Inbox`,
    section: 'daily',
    icon: IconMessages,
    note: page(async () => (await import('./features/messages/unread-count.tsx')).UnreadCount),
    page: page(async () => (await import('./features/messages/messages.tsx')).MessagesPage),
  },
  {
    path: '/messages/:id',
    roles: ['manager', 'front_desk'],
    page: page(async () => (await import('./features/messages/conversation.tsx')).ConversationPage),
  },
  {
    path: '/tasks',
    roles: ['manager', 'front_desk', 'housekeeping'],
    title: msg`Tasks`,
    section: 'daily',
    icon: IconChecklist,
    tab: msg`All tasks`,
    page: page(async () => (await import('./features/tasks/tasks.tsx')).TasksPage),
  },
  {
    path: '/tasks/mine',
    roles: ['housekeeping'],
    tab: msg`My tasks`,
    tabOf: '/tasks',
    startFor: ['housekeeping'],
    page: page(async () => (await import('./features/tasks/my-tasks.tsx')).MyTasksPage),
  },
  {
    path: '/tasks/housekeeping',
    roles: ['manager', 'front_desk', 'housekeeping'],
    tab: msg`Housekeeping`,
    tabOf: '/tasks',
    page: page(async () => (await import('./features/housekeeping/housekeeping.tsx')).HousekeepingPage),
  },
  {
    path: '/tasks/guests-today',
    roles: ['housekeeping'],
    tab: msg`Guests today`,
    tabOf: '/tasks',
    page: page(async () => (await import('./features/today/guests-today.tsx')).GuestsTodayPage),
  },
  {
    path: '/tasks/:id',
    roles: ['manager', 'front_desk', 'housekeeping'],
    page: page(async () => (await import('./features/tasks/task.tsx')).TaskPage),
  },
  {
    path: '/welcome',
    roles: ['manager'],
    own: true,
    page: page(async () => (await import('./features/welcome/welcome.tsx')).WelcomePage),
  },
  {
    path: '/reports',
    roles: ['manager', 'revenue'],
    title: msg`Reports`,
    section: 'daily',
    icon: IconChartBar,
    tab: msg`Occupancy and revenue`,
    page: page(async () => (await import('./features/reports/reports.tsx')).ReportsPage),
  },
  {
    path: '/reports/pace',
    roles: ['manager', 'revenue'],
    tab: msg`Pace`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/pace.tsx')).PacePage),
  },
  {
    path: '/reports/stays',
    roles: ['manager', 'revenue'],
    tab: msg`Stays`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/stays.tsx')).StaysPage),
  },
  {
    path: '/reports/cancellations',
    roles: ['manager', 'revenue'],
    tab: msg`Cancellations`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/cancellations.tsx')).CancellationsPage),
  },
  {
    path: '/reports/arrivals',
    roles: ['manager', 'revenue'],
    tab: msg`Arrivals`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/arrivals.tsx')).ArrivalsPage),
  },
  {
    path: '/reports/taxes',
    roles: ['manager', 'revenue'],
    tab: msg`Taxes`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/taxes.tsx')).TaxesPage),
  },
  {
    path: '/reports/payments',
    roles: ['manager', 'revenue'],
    tab: msg`Payments`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/payments.tsx')).PaymentsPage),
  },
  {
    path: '/reports/balances',
    roles: ['manager', 'revenue'],
    tab: msg`Balances due`,
    tabOf: '/reports',
    page: page(async () => (await import('./features/reports/balances.tsx')).BalancesPage),
  },
  {
    path: '/properties',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Properties`,
    section: 'setup',
    icon: IconHome,
    page: page(async () => (await import('./features/properties/properties.tsx')).PropertiesPage),
  },
  {
    path: '/properties/:id',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/properties/property.tsx')).PropertyPage),
  },
  {
    path: '/properties/:id/unit-types/:unitTypeId',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/properties/unit-type.tsx')).UnitTypePage),
  },
  {
    path: '/rates',
    roles: ['manager', 'revenue'],
    title: msg`Rates & plans`,
    section: 'setup',
    icon: IconTag,
    tab: msg`Rates`,
    page: page(async () => (await import('./features/rates/rates.tsx')).RatesPage),
  },
  {
    path: '/rates/plans',
    roles: ['manager', 'front_desk', 'revenue'],
    tab: msg`Rate plans`,
    tabOf: '/rates',
    page: page(async () => (await import('./features/rate-plans/rate-plans.tsx')).RatePlansPage),
  },
  {
    path: '/rates/cancellation',
    roles: ['manager', 'front_desk', 'revenue'],
    tab: msg`Cancellation policies`,
    tabOf: '/rates',
    page: page(async () => (await import('./features/cancellation/cancellation.tsx')).CancellationPage),
  },
  {
    path: '/rates/charges',
    roles: ['manager', 'front_desk', 'revenue'],
    tab: msg`Fees and taxes`,
    tabOf: '/rates',
    page: page(async () => (await import('./features/charges/charges.tsx')).ChargesPage),
  },
  {
    path: '/site',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Site`,
    section: 'setup',
    icon: IconBuildingStore,
    tab: msg`General`,
    page: page(async () => (await import('./features/storefronts/storefronts.tsx')).StorefrontsPage),
  },
  {
    path: '/site/look',
    roles: ['manager'],
    tab: msg`Look`,
    tabOf: '/site',
    page: page(async () => (await import('./features/look/look.tsx')).LookPage),
  },
  {
    path: '/site/theme',
    roles: ['manager'],
    tab: msg`Theme`,
    tabOf: '/site',
    page: page(async () => (await import('./features/theme/theme.tsx')).ThemePage),
  },
  {
    path: '/site/placements',
    roles: ['manager'],
    tab: msg`Placements`,
    tabOf: '/site',
    page: page(async () => (await import('./features/placements/placements.tsx')).PlacementsPage),
  },
  {
    path: '/channels',
    roles: ['manager', 'front_desk', 'revenue'],
    title: msg`Channels`,
    section: 'setup',
    icon: IconPlugConnected,
    tab: msg`Channel apps`,
    page: page(async () => (await import('./features/channels/channels.tsx')).ChannelsPage),
  },
  {
    path: '/channels/ical',
    roles: ['manager', 'front_desk', 'revenue'],
    tab: msg`iCal calendars`,
    tabOf: '/channels',
    page: page(async () => (await import('./features/calendars/calendars.tsx')).CalendarsPage),
  },
  {
    path: '/automation',
    roles: ['manager', 'front_desk'],
    title: msg`Automation`,
    section: 'setup',
    icon: IconRoute,
    tab: msg`Task types`,
    page: page(async () => (await import('./features/tasks/providers.tsx')).ProvidersPage),
  },
  {
    path: '/automation/messages',
    roles: ['manager', 'front_desk'],
    tab: msg`Messages`,
    tabOf: '/automation',
    page: page(
      async () => (await import('./features/automation/automatic-messages.tsx')).AutomaticMessagesPage,
    ),
  },
  {
    path: '/automation/messages/:id',
    roles: ['manager', 'front_desk'],
    page: page(async () => (await import('./features/automation/template.tsx')).TemplatePage),
  },
  {
    path: '/installed',
    roles: ['manager', 'developer'],
    title: msg`Apps`,
    section: 'setup',
    icon: IconApps,
    tab: msg`Installed apps`,
    page: page(async () => (await import('./features/installed/installed.tsx')).InstalledPage),
  },
  {
    path: '/installed/:slug',
    roles: ['manager', 'developer'],
    page: page(async () => (await import('./features/installed/installed-app.tsx')).InstalledAppPage),
  },
  {
    path: '/store',
    roles: ['manager', 'developer'],
    tab: msg`App store`,
    tabOf: '/installed',
    page: page(async () => (await import('./features/store/store.tsx')).StorePage),
  },
  {
    path: '/store/:slug',
    roles: ['manager', 'developer'],
    page: page(async () => (await import('./features/store/store-app.tsx')).StoreAppPage),
  },
  {
    path: '/apps/:slug',
    roles: ['manager', 'developer'],
    page: page(async () => (await import('./features/embedded/embedded.tsx')).EmbeddedPage),
  },
  {
    path: '/team',
    title: msg`Team`,
    section: 'setup',
    icon: IconUsersGroup,
    tab: msg`Members`,
    page: page(async () => (await import('./features/access/access.tsx')).AccessPage),
  },
  {
    path: '/team/activity',
    roles: [],
    tab: msg`Activity`,
    tabOf: '/team',
    page: page(async () => (await import('./features/access/activity.tsx')).ActivityPage),
  },
  {
    path: '/team/tokens',
    tab: msg`Access tokens`,
    tabOf: '/team',
    developer: true,
    page: page(async () => (await import('./features/access/tokens.tsx')).TokensPage),
  },
  {
    path: '/settings',
    roles: ['manager'],
    title: msg`Settings`,
    section: 'setup',
    icon: IconSettings,
    tab: msg`General`,
    page: page(async () => (await import('./features/settings/settings.tsx')).SettingsPage),
  },
  {
    path: '/settings/transfer',
    roles: ['manager'],
    tab: msg`Import and export`,
    tabOf: '/settings',
    page: page(async () => (await import('./features/transfer/transfer.tsx')).TransferPage),
  },
  {
    path: '/settings/billing',
    roles: [],
    tab: msg`Billing`,
    tabOf: '/settings',
    page: page(async () => (await import('./features/billing/billing.tsx')).BillingPage),
  },
  {
    path: '/new-team',
    own: true,
    page: page(async () => (await import('./features/new-team/new-team.tsx')).NewTeamPage),
  },
  {
    path: '/developer',
    title: msg`Your apps`,
    section: 'developers',
    icon: IconCode,
    developer: true,
    page: page(async () => (await import('./features/developer/developer.tsx')).DeveloperPage),
  },
  {
    path: '/developer/:slug',
    page: page(async () => (await import('./features/developer/developer-app.tsx')).DeveloperAppPage),
  },
  {
    path: '/developer/:slug/listing',
    page: page(async () => (await import('./features/listing/listing.tsx')).ListingPage),
  },
  {
    path: '/developer/:slug/earnings',
    page: page(async () => (await import('./features/developer/earnings.tsx')).EarningsPage),
  },
  {
    path: '/developer/themes/:slug/earnings',
    page: page(async () => (await import('./features/developer/earnings.tsx')).ThemeEarningsPage),
  },
  {
    path: '/review',
    title: msg`App review`,
    section: 'platform',
    icon: IconClipboardCheck,
    operator: true,
    tab: msg`Waiting`,
    page: page(async () => (await import('./features/review/review.tsx')).ReviewPage),
  },
  {
    path: '/review/listings',
    operator: true,
    tab: msg`Published listings`,
    tabOf: '/review',
    page: page(async () => (await import('./features/review/published-listings.tsx')).PublishedListingsPage),
  },
  {
    path: '/marketplace',
    title: msg`Marketplace`,
    section: 'platform',
    icon: IconReceipt,
    operator: true,
    tab: msg`Statements`,
    page: page(async () => (await import('./features/marketplace/statements.tsx')).StatementsPage),
  },
  {
    path: '/marketplace/payouts',
    operator: true,
    tab: msg`Payouts`,
    tabOf: '/marketplace',
    page: page(async () => (await import('./features/marketplace/payouts.tsx')).PayoutsPage),
  },
  {
    path: '/marketplace/revenue',
    operator: true,
    tab: msg`Revenue`,
    tabOf: '/marketplace',
    page: page(async () => (await import('./features/marketplace/revenue.tsx')).RevenuePage),
  },
  {
    path: '/accounts',
    title: msg`Accounts`,
    section: 'platform',
    icon: IconUserShield,
    operator: true,
    page: page(async () => (await import('./features/accounts/accounts.tsx')).AccountsPage),
  },
  {
    path: '/teams',
    title: msg`Teams`,
    section: 'platform',
    icon: IconBuildingCommunity,
    operator: true,
    page: page(async () => (await import('./features/platform/teams.tsx')).TeamsPage),
  },
  {
    path: '/teams/:id',
    operator: true,
    page: page(async () => (await import('./features/platform/team.tsx')).TeamPage),
  },
  {
    path: '/storefronts',
    title: msg`Storefronts`,
    section: 'platform',
    icon: IconWorld,
    operator: true,
    page: page(async () => (await import('./features/platform/storefronts.tsx')).PlatformStorefrontsPage),
  },
  {
    path: '/all-placements',
    title: msg`All placements`,
    section: 'platform',
    icon: IconPuzzle,
    operator: true,
    page: page(async () => (await import('./features/platform/all-placements.tsx')).AllPlacementsPage),
  },
  {
    path: '/health',
    title: msg`Health`,
    section: 'platform',
    icon: IconActivity,
    operator: true,
    page: page(async () => (await import('./features/platform/health.tsx')).HealthPage),
  },
  {
    path: '/outbox',
    title: msg`Outbox`,
    section: 'platform',
    icon: IconMail,
    operator: true,
    page: page(async () => (await import('./features/outbox/outbox.tsx')).OutboxPage),
  },
  {
    path: '/gallery',
    page: page(async () => (await import('./features/gallery/gallery.tsx')).GalleryPage),
  },
];
