/** Pages that a theme can render, each with `templates/{page}.liquid`. */
export const PAGE_TEMPLATES = [
  ...(['home', 'stay', 'request', 'booking', 'cancel', 'change', 'messages'] as const),
  ...(['policy', 'not_found', 'maintenance'] as const),
] as const;
export type PageTemplate = (typeof PAGE_TEMPLATES)[number];

/** Version of the objects in templates. */
export const THEME_PLATFORM = '2027-01';

export const LAYOUT = 'layout/theme.liquid';

/**
 * Content that the platform renders, each with its own tag. Templates decide where it appears, and nothing in
 * it is parsed as Liquid.
 */
export const BLOCKS = [
  ...([
    'content_for_head',
    'consent',
    'languages',
    'agents',
    'stay_form',
    'stay_bar',
    'search_results',
  ] as const),
  ...(['availability', 'location', 'payment_form', 'request_form', 'cancel_form'] as const),
  ...(['change_form', 'message_form', 'request_details'] as const),
  ...(['booking_status', 'booking_details', 'booking_actions', 'booking_link'] as const),
  ...(['arrival', 'cancellation_terms'] as const),
] as const;
export type Block = (typeof BLOCKS)[number];

/** Block that replaces a template on pages that only have the theme's layout. It has no tag. */
export const PLATFORM_CONTENT = 'content';

/** Blocks without which a page doesn't work. `content_for_layout` is the page inside the layout. */
export const REQUIRED_BLOCKS: Readonly<Record<string, readonly string[]>> = {
  [LAYOUT]: ['content_for_layout', 'content_for_head', 'consent'],
  'templates/request.liquid': ['request_form'],
  'templates/booking.liquid': ['payment_form'],
  'templates/cancel.liquid': ['cancel_form'],
  'templates/change.liquid': ['change_form'],
  'templates/messages.liquid': ['message_form'],
};

/** Positions for apps' content, each with `{% slot 'stay.bottom' %}`. */
export const SLOTS = [
  ...(['home.top', 'home.bottom', 'stay.after_description', 'stay.after_price', 'stay.bottom'] as const),
  ...(['request.after', 'booking.after'] as const),
] as const;
export type Slot = (typeof SLOTS)[number];

/** Size limits for a package. */
export const THEME_LIMITS = {
  zipBytes: 5 * 1024 * 1024,
  files: 200,
  /** All files after decompression. */
  totalBytes: 20 * 1024 * 1024,
  /** A locale, style sheet, SVG or TOML file. */
  textBytes: 200_000,
  /** A template, section or snippet: the parser's time grows with the square of a file's tags. */
  liquidBytes: 65_536,
  /** All of them together, because a page may use all of them. */
  totalLiquidBytes: 524_288,
  pathLength: 100,
  issues: 100,
} as const;

/** Limits of rendering a page. */
export const RENDER_LIMITS = {
  /** Processor time of the templates. */
  renderMs: 50,
  /** Wall-clock time of everything in the thread, unless the machine is so busy that the thread hardly runs. */
  wallMs: 250,
  /** Time to parse a theme's templates, once per version and thread. */
  parseMs: 2_000,
  outputBytes: 512 * 1024,
  /** Objects that filters create. */
  memory: 2_000_000,
  /** A thread's heap. */
  heapMb: 96,
} as const;
