import { msg } from '@lingui/core/macro';
import { translated } from '../i18n/translated.ts';
/** Short labels for app types. */
export const TYPE_WORDS = translated({
  remote: msg`App`,
  payment: msg`Payments`,
  channel: msg`Sales channel`,
  injection: msg`Storefront content`,
});

/** Labels for apps' billing models. */
export const BILLING_WORDS = translated({
  free: msg`Free`,
  external: msg`Billed by its developer`,
  platform: msg`Billed by the platform`,
});
