/** UCP version whose official schemas this command includes. */
export const UCP_VERSION = '2026-04-08';

/** Fields of the tools' structured content that this command prints. */
export interface Content {
  readonly messages?: readonly { readonly type: string; readonly code: string; readonly content: string }[];
  readonly products?: readonly Product[];
  readonly id?: string;
  readonly status?: string;
  readonly currency?: string;
  readonly line_items?: readonly { readonly item: { readonly title: string }; readonly quantity: number }[];
  readonly totals?: readonly { readonly type: string; readonly amount: number }[];
  readonly order?: {
    readonly id: string;
    readonly permalink_url: string;
    readonly payment_status: string;
    readonly hold_expires_at?: string;
  };
  readonly continue_url?: string;
}

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly available?: boolean;
  readonly available_units?: number;
  readonly max_guests?: number;
  readonly display: { readonly price: string; readonly total?: string };
}

/** Formats an amount given in a currency's minor unit. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits).replaceAll('\u00a0', ' ');
}
