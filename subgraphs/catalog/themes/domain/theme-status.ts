/** Statuses of a theme on a storefront (docs/interface/storefront-themes.md#states). */
export const THEME_STATUSES = ['installed', 'draft', 'published', 'previous'] as const;
export type ThemeStatus = (typeof THEME_STATUSES)[number];

/** Values by setting key, as text. */
export type ThemeSettings = Readonly<Record<string, string>>;

/** Maximum number of replaced themes that are kept. */
export const MAX_PREVIOUS_THEMES = 5;

/** A theme on a storefront, as far as publishing depends on it. */
export interface PlacedTheme {
  readonly id: number;
  readonly status: ThemeStatus;
  readonly replacedAt?: Date | null | undefined;
  readonly problem?: string | null | undefined;
}

/** Changes to a storefront's themes that together publish one of them. */
export interface Publication {
  /** The theme to publish; null for the built-in pages. */
  readonly publish: number | null;
  /** The theme that guests see now; null for the built-in pages. */
  readonly replace: number | null;
  /** Replaced themes beyond those that are kept. */
  readonly drop: readonly number[];
}

/** Decides the publication of a theme: the published one becomes the newest previous theme, and the sixth is dropped. */
export function publicationOf(themes: readonly PlacedTheme[], id: number | null): Publication {
  const replace = themes.find(({ status }) => status === 'published')?.id ?? null;
  const earlier = previousOf(themes).filter((one) => one.id !== id);
  const room = MAX_PREVIOUS_THEMES - (replace === null || replace === id ? 0 : 1);
  return {
    publish: id,
    replace: replace === id ? null : replace,
    drop: earlier.slice(room).map((one) => one.id),
  };
}

/**
 * Returns the theme that a rollback publishes: the newest previous one without a problem. Null for the built-in pages,
 * undefined if there's nothing to roll back.
 */
export function rollbackTo(themes: readonly PlacedTheme[]): number | null | undefined {
  const earlier = previousOf(themes).find(({ problem }) => problem == null);
  if (earlier) return earlier.id;
  return themes.some(({ status }) => status === 'published') ? null : undefined;
}

const previousOf = (themes: readonly PlacedTheme[]): readonly PlacedTheme[] =>
  themes
    .filter(({ status }) => status === 'previous')
    .toSorted((a, b) => (b.replacedAt?.getTime() ?? 0) - (a.replacedAt?.getTime() ?? 0) || b.id - a.id);
