/** Former page paths, which bookmarks, emails and documents may still contain, and their new ones. */
export const MOVED: Readonly<Record<string, string>> = {
  '/access': '/team',
  '/app-blocks': '/all-placements',
  '/arrivals': '/tasks/guests-today',
  '/blocks': '/site/placements',
  '/calendars': '/channels/ical',
  '/cancellation': '/rates/cancellation',
  '/housekeeping': '/tasks/housekeeping',
  '/import': '/settings/transfer',
  '/look': '/site/look',
  '/my-tasks': '/tasks/mine',
  '/placements': '/site/placements',
  '/properties/:id/charges': '/rates/charges?property=:id',
  '/properties/:id/rate-plans': '/rates/plans?property=:id',
  '/requests': '/bookings/requests',
  '/requests/:id': '/bookings/requests/:id',
  '/storefront': '/site',
  '/task-rules': '/automation',
  '/theme': '/site/theme',
  '/timeline': '/calendar',
};

/** A visited address: its path's parameters, its query and its hash. */
interface Visited {
  readonly params: Readonly<Record<string, string | undefined>>;
  /** With its question mark, or empty. */
  readonly search: string;
  /** With its number sign, or empty. */
  readonly hash: string;
}

/**
 * Returns a moved page's address for a visited one, whose query and hash stay:
 * `/rates/charges?property=7&team=lakeside#taxes`.
 */
export function movedAddress(to: string, { params, search, hash }: Visited): string {
  const filled = to.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const [path = '', own] = filled.split('?');
  const query = [own, search.slice(1)].filter(Boolean).join('&');
  return `${path}${query && `?${query}`}${hash}`;
}
