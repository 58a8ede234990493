/** An app or a theme that plans are for. */
export type Product =
  | { readonly appId: number; readonly themeId: null }
  | { readonly appId: null; readonly themeId: number };

export const appProduct = (appId: number): Product => ({ appId, themeId: null });
export const themeProduct = (themeId: number): Product => ({ appId: null, themeId });

/** Returns a row's product. */
export function productOf({ appId, themeId }: MaybeProduct): Product {
  const product = productOrNull({ appId, themeId });
  if (!product) throw new Error('The row has neither an app nor a theme.');
  return product;
}

/** Returns a row's product; null for a carried-over credit. */
export function productOrNull({ appId, themeId }: MaybeProduct): Product | null {
  if (appId != null) return appProduct(appId);
  return themeId == null ? null : themeProduct(themeId);
}

/** A row's columns, of which at most one is set. */
interface MaybeProduct {
  readonly appId?: number | null | undefined;
  readonly themeId?: number | null | undefined;
}
