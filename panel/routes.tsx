import {
  type Icon,
  IconActivity,
  IconApps,
  IconBeach,
  IconBed,
  IconBook,
  IconBuildingStore,
  IconCalendarCancel,
  IconCalendarMonth,
  IconCalendarShare,
  IconChecklist,
  IconClipboardCheck,
  IconCode,
  IconDoorEnter,
  IconHome,
  IconKey,
  IconLayoutGrid,
  IconMail,
  IconMessageQuestion,
  IconMessages,
  IconPalette,
  IconPlugConnected,
  IconPuzzle,
  IconRocket,
  IconRoute,
  IconShoppingBag,
  IconTag,
  IconTemplate,
  IconTransfer,
  IconUserCheck,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import type { TeamRole } from './api/client.ts';

/** The navigation's groups, in order. */
export const SECTIONS = ['Every day', 'Set up', 'Apps', 'For developers', 'Platform'] as const;

/** A page and its path below `/panel`; in the navigation if it has a `section`. */
export interface PanelRoute {
  /** As parsed by wouter, e.g. `/bookings/:id`. */
  readonly path: string;
  readonly page: ComponentType;
  readonly title?: string;
  readonly section?: (typeof SECTIONS)[number];
  readonly icon?: Icon;
  /** Shown next to its title in the navigation. */
  readonly note?: ComponentType;
  /** Set for pages that only operators can open. */
  readonly operator?: boolean;
  /** Set for pages that don't need a team. */
  readonly own?: boolean;
  /** Roles in addition to `owner` that can open it, as in the API; if omitted, everyone on the team can. */
  readonly roles?: readonly TeamRole[];
}

/** A route in the navigation. */
export type NavigationEntry = PanelRoute & Required<Pick<PanelRoute, 'title' | 'section' | 'icon'>>;

/** Loads a page from its own file on the first visit. */
const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** All panel pages, one per line. An address shows the first matching route. */
export const ROUTES: readonly PanelRoute[] = [
  {
    path: '/',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Today',
    section: 'Every day',
    icon: IconBeach,
    page: page(async () => (await import('./features/today/today.tsx')).TodayPage),
  },
  {
    path: '/my-tasks',
    roles: ['housekeeping'],
    title: 'My tasks',
    section: 'Every day',
    icon: IconUserCheck,
    page: page(async () => (await import('./features/tasks/my-tasks.tsx')).MyTasksPage),
  },
  {
    path: '/arrivals',
    roles: ['housekeeping'],
    title: 'Guests today',
    section: 'Every day',
    icon: IconDoorEnter,
    page: page(async () => (await import('./features/today/guests-today.tsx')).GuestsTodayPage),
  },
  {
    path: '/calendar',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Calendar',
    section: 'Every day',
    icon: IconCalendarMonth,
    page: page(async () => (await import('./features/calendar/calendar.tsx')).CalendarPage),
  },
  {
    path: '/bookings',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Bookings',
    section: 'Every day',
    icon: IconBook,
    page: page(async () => (await import('./features/bookings/bookings.tsx')).BookingsPage),
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
    path: '/requests',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Requests',
    section: 'Every day',
    icon: IconMessageQuestion,
    page: page(async () => (await import('./features/requests/requests.tsx')).RequestsPage),
  },
  {
    path: '/requests/:id',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/requests/request.tsx')).RequestPage),
  },
  {
    path: '/guests',
    roles: ['manager', 'front_desk'],
    title: 'Guests',
    section: 'Every day',
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
    title: 'Inbox',
    section: 'Every day',
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
    path: '/housekeeping',
    roles: ['manager', 'front_desk', 'housekeeping'],
    title: 'Housekeeping',
    section: 'Every day',
    icon: IconBed,
    page: page(async () => (await import('./features/housekeeping/housekeeping.tsx')).HousekeepingPage),
  },
  {
    path: '/tasks',
    roles: ['manager', 'front_desk', 'housekeeping'],
    title: 'Tasks',
    section: 'Every day',
    icon: IconChecklist,
    page: page(async () => (await import('./features/tasks/tasks.tsx')).TasksPage),
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
    title: 'Get started',
    section: 'Set up',
    icon: IconRocket,
    page: page(async () => (await import('./features/welcome/welcome.tsx')).WelcomePage),
  },
  {
    path: '/properties',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Properties',
    section: 'Set up',
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
    path: '/properties/:id/charges',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/charges/charges.tsx')).ChargesPage),
  },
  {
    path: '/properties/:id/rate-plans',
    roles: ['manager', 'front_desk', 'revenue'],
    page: page(async () => (await import('./features/rate-plans/rate-plans.tsx')).RatePlansPage),
  },
  {
    path: '/rates',
    roles: ['manager', 'revenue'],
    title: 'Rates & plans',
    section: 'Set up',
    icon: IconTag,
    page: page(async () => (await import('./features/rates/rates.tsx')).RatesPage),
  },
  {
    path: '/cancellation',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Cancellation policies',
    section: 'Set up',
    icon: IconCalendarCancel,
    page: page(async () => (await import('./features/cancellation/cancellation.tsx')).CancellationPage),
  },
  {
    path: '/storefront',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Site',
    section: 'Set up',
    icon: IconBuildingStore,
    page: page(async () => (await import('./features/storefronts/storefronts.tsx')).StorefrontsPage),
  },
  {
    path: '/look',
    roles: ['manager'],
    title: 'Look',
    section: 'Set up',
    icon: IconPalette,
    page: page(async () => (await import('./features/look/look.tsx')).LookPage),
  },
  {
    path: '/theme',
    roles: ['manager'],
    title: 'Theme',
    section: 'Set up',
    icon: IconTemplate,
    page: page(async () => (await import('./features/theme/theme.tsx')).ThemePage),
  },
  {
    path: '/placements',
    roles: ['manager'],
    title: 'Placements',
    section: 'Set up',
    icon: IconLayoutGrid,
    page: page(async () => (await import('./features/placements/placements.tsx')).PlacementsPage),
  },
  {
    path: '/channels',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'Channels',
    section: 'Set up',
    icon: IconPlugConnected,
    page: page(async () => (await import('./features/channels/channels.tsx')).ChannelsPage),
  },
  {
    path: '/calendars',
    roles: ['manager', 'front_desk', 'revenue'],
    title: 'iCal calendars',
    section: 'Set up',
    icon: IconCalendarShare,
    page: page(async () => (await import('./features/calendars/calendars.tsx')).CalendarsPage),
  },
  {
    path: '/automation',
    roles: ['manager', 'front_desk'],
    title: 'Automation',
    section: 'Set up',
    icon: IconRoute,
    page: page(async () => (await import('./features/tasks/providers.tsx')).ProvidersPage),
  },
  {
    path: '/automation/messages',
    roles: ['manager', 'front_desk'],
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
    path: '/access',
    title: 'Team',
    section: 'Set up',
    icon: IconKey,
    page: page(async () => (await import('./features/access/access.tsx')).AccessPage),
  },
  {
    path: '/import',
    roles: ['manager'],
    title: 'Import and export',
    section: 'Set up',
    icon: IconTransfer,
    page: page(async () => (await import('./features/transfer/transfer.tsx')).TransferPage),
  },
  {
    path: '/new-team',
    own: true,
    page: page(async () => (await import('./features/new-team/new-team.tsx')).NewTeamPage),
  },
  {
    path: '/installed',
    roles: ['manager', 'developer'],
    title: 'Apps',
    section: 'Apps',
    icon: IconApps,
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
    title: 'App store',
    section: 'Apps',
    icon: IconShoppingBag,
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
    path: '/developer',
    title: 'Your apps',
    section: 'For developers',
    icon: IconCode,
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
    path: '/review',
    title: 'App review',
    section: 'Platform',
    icon: IconClipboardCheck,
    operator: true,
    page: page(async () => (await import('./features/review/review.tsx')).ReviewPage),
  },
  {
    path: '/accounts',
    title: 'Accounts',
    section: 'Platform',
    icon: IconUserShield,
    operator: true,
    page: page(async () => (await import('./features/accounts/accounts.tsx')).AccountsPage),
  },
  {
    path: '/teams',
    title: 'Teams',
    section: 'Platform',
    icon: IconUsersGroup,
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
    title: 'Storefronts',
    section: 'Platform',
    icon: IconWorld,
    operator: true,
    page: page(async () => (await import('./features/platform/storefronts.tsx')).PlatformStorefrontsPage),
  },
  {
    path: '/all-placements',
    title: 'All placements',
    section: 'Platform',
    icon: IconPuzzle,
    operator: true,
    page: page(async () => (await import('./features/platform/all-placements.tsx')).AllPlacementsPage),
  },
  {
    path: '/health',
    title: 'Health',
    section: 'Platform',
    icon: IconActivity,
    operator: true,
    page: page(async () => (await import('./features/platform/health.tsx')).HealthPage),
  },
  {
    path: '/outbox',
    title: 'Outbox',
    section: 'Platform',
    icon: IconMail,
    operator: true,
    page: page(async () => (await import('./features/outbox/outbox.tsx')).OutboxPage),
  },
  {
    path: '/gallery',
    page: page(async () => (await import('./features/gallery/gallery.tsx')).GalleryPage),
  },
];

/** Former page paths, which bookmarks and emails may still contain. */
export const MOVED: Readonly<Record<string, string>> = {
  '/app-blocks': '/all-placements',
  '/blocks': '/placements',
  '/task-rules': '/automation',
  '/timeline': '/calendar',
};

/** True if a role can open a page. */
export const mayOpen = ({ roles }: PanelRoute, role: TeamRole): boolean =>
  roles === undefined || role === 'owner' || roles.includes(role);

/** Returns a role's start page: the first page in the navigation that it can open. */
export const startOf = (role: TeamRole): string =>
  ROUTES.find((route) => route.section !== undefined && !route.operator && mayOpen(route, role))?.path ??
  '/access';

/**
 * Returns a person's navigation: team pages that their role can open if they have a team, and operator pages
 * for operators.
 */
export const visibleEntries = (who: {
  readonly operator: boolean;
  readonly hasTeam: boolean;
  readonly role: TeamRole;
}): readonly NavigationEntry[] =>
  ROUTES.filter(
    (route): route is NavigationEntry =>
      route.section !== undefined &&
      route.title !== undefined &&
      route.icon !== undefined &&
      (route.operator ? who.operator : who.hasTeam && mayOpen(route, who.role)),
  );
