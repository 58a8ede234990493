import {
  type Icon,
  IconApps,
  IconBeach,
  IconBook,
  IconBuildingStore,
  IconCalendarMonth,
  IconChecklist,
  IconClipboardCheck,
  IconCode,
  IconHome,
  IconKey,
  IconMail,
  IconRoute,
  IconShoppingBag,
  IconTimeline,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';

/** Groups of the navigation, in order. */
export const SECTIONS = ['Every day', 'Set up', 'Apps', 'For developers', 'Platform'] as const;

/** A page and its path below `/panel`; in the navigation if it has a `section`. */
interface PanelRoute {
  /** As wouter reads it, for example `/bookings/:id`. */
  readonly path: string;
  readonly page: ComponentType;
  readonly title?: string;
  readonly section?: (typeof SECTIONS)[number];
  readonly icon?: Icon;
  /** For operators of the platform only. */
  readonly operator?: boolean;
}

/** A route in the navigation. */
export type NavigationEntry = PanelRoute & Required<Pick<PanelRoute, 'title' | 'section' | 'icon'>>;

/** A page in a file of its own, loaded on first visit. */
const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** Every page of the panel: one line each. The first route that fits an address shows it. */
export const ROUTES: readonly PanelRoute[] = [
  {
    path: '/',
    title: 'Today',
    section: 'Every day',
    icon: IconBeach,
    page: page(async () => (await import('./features/today/today.tsx')).TodayPage),
  },
  {
    path: '/bookings',
    title: 'Bookings',
    section: 'Every day',
    icon: IconBook,
    page: page(async () => (await import('./features/bookings/bookings.tsx')).BookingsPage),
  },
  {
    path: '/bookings/:id',
    page: page(async () => (await import('./features/bookings/booking.tsx')).BookingPage),
  },
  {
    path: '/guests',
    title: 'Guests',
    section: 'Every day',
    icon: IconUsers,
    page: page(async () => (await import('./features/guests/guests.tsx')).GuestsPage),
  },
  {
    path: '/guests/:id',
    page: page(async () => (await import('./features/guests/guest.tsx')).GuestPage),
  },
  {
    path: '/timeline',
    title: 'Timeline',
    section: 'Every day',
    icon: IconTimeline,
    page: page(async () => (await import('./features/timeline/timeline.tsx')).TimelinePage),
  },
  {
    path: '/calendar',
    title: 'Calendar',
    section: 'Every day',
    icon: IconCalendarMonth,
    page: page(async () => (await import('./features/calendar/calendar.tsx')).CalendarPage),
  },
  {
    path: '/tasks',
    title: 'Tasks',
    section: 'Every day',
    icon: IconChecklist,
    page: page(async () => (await import('./features/tasks/tasks.tsx')).TasksPage),
  },
  {
    path: '/properties',
    title: 'Properties',
    section: 'Set up',
    icon: IconHome,
    page: page(async () => (await import('./features/properties/properties.tsx')).PropertiesPage),
  },
  {
    path: '/properties/:id',
    page: page(async () => (await import('./features/properties/property.tsx')).PropertyPage),
  },
  {
    path: '/storefront',
    title: 'Storefront',
    section: 'Set up',
    icon: IconBuildingStore,
    page: page(async () => (await import('./features/storefronts/storefronts.tsx')).StorefrontsPage),
  },
  {
    path: '/task-rules',
    title: 'Task rules',
    section: 'Set up',
    icon: IconRoute,
    page: page(async () => (await import('./features/tasks/providers.tsx')).ProvidersPage),
  },
  {
    path: '/access',
    title: 'Team and access',
    section: 'Set up',
    icon: IconKey,
    page: page(async () => (await import('./features/access/access.tsx')).AccessPage),
  },
  {
    path: '/installed',
    title: 'Installed apps',
    section: 'Apps',
    icon: IconApps,
    page: page(async () => (await import('./features/installed/installed.tsx')).InstalledPage),
  },
  {
    path: '/installed/:slug',
    page: page(async () => (await import('./features/installed/installed-app.tsx')).InstalledAppPage),
  },
  {
    path: '/store',
    title: 'App store',
    section: 'Apps',
    icon: IconShoppingBag,
    page: page(async () => (await import('./features/store/store.tsx')).StorePage),
  },
  {
    path: '/store/:slug',
    page: page(async () => (await import('./features/store/store-app.tsx')).StoreAppPage),
  },
  {
    path: '/apps/:slug',
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
    path: '/review',
    title: 'App review',
    section: 'Platform',
    icon: IconClipboardCheck,
    operator: true,
    page: page(async () => (await import('./features/review/review.tsx')).ReviewPage),
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

/** The navigation of a person: team pages for those with a team, operator pages for operators. */
export const visibleEntries = (who: {
  readonly operator: boolean;
  readonly hasTeam: boolean;
}): readonly NavigationEntry[] =>
  ROUTES.filter(
    (route): route is NavigationEntry =>
      route.section !== undefined &&
      route.title !== undefined &&
      route.icon !== undefined &&
      (route.operator ? who.operator : who.hasTeam),
  );
