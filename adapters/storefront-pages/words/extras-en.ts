/** English texts for extras that guests add to their stay. */
export const EXTRAS_EN = {
  title: 'Extras',
  lead: 'You pay for extras together with your booking.',
  onBook: 'Extras are added to the total on the next page, before you pay.',
  each: (amount: string) => `${amount} each`,
  submit: 'Add to booking',
  fault: (most: number) => `Enter a whole number from 0 to ${most}.`,
  nothing: 'Choose how many you want.',
  changed:
    'The extras or their prices have changed since you opened this page, so nothing was added. Check them, and choose again.',
  closed: 'Extras can no longer be added to this booking.',
};

/** Texts that every language must have. */
export type ExtraWords = typeof EXTRAS_EN;
