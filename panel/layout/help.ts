/** Addresses of the panel's pages with their page in the documentation; a page without its own entry uses its nearest parent's. */
const HELP: Readonly<Record<string, string>> = {
  '/': 'hosts/bookings-day-by-day',
  '/calendar': 'hosts/rates-and-availability#change-a-few-nights',
  '/bookings': 'hosts/bookings-day-by-day',
  '/bookings/requests': 'hosts/bookings-day-by-day#requests',
  '/bookings/invoices': 'hosts/payments-and-invoices#issue-an-invoice',
  '/guests': 'guides/panel#guests',
  '/messages': 'hosts/writing-to-guests',
  '/tasks': 'hosts/tasks-and-housekeeping',
  '/tasks/mine': 'hosts/tasks-and-housekeeping#for-the-team-on-the-floor',
  '/tasks/guests-today': 'hosts/tasks-and-housekeeping#for-the-team-on-the-floor',
  '/welcome': 'hosts/set-up',
  '/reports': 'hosts/reading-reports',
  '/properties': 'hosts/set-up#describe-the-place-well',
  '/rates': 'hosts/rates-and-availability#change-many-nights',
  '/rates/plans': 'hosts/rates-and-availability#sell-a-room-on-different-terms',
  '/rates/cancellation': 'hosts/rates-and-availability#sell-a-room-on-different-terms',
  '/rates/charges': 'hosts/rates-and-availability#fees-taxes-and-extras',
  '/site': 'hosts/site-and-themes#how-guests-book',
  '/site/look': 'hosts/site-and-themes#make-it-yours',
  '/site/theme': 'hosts/site-and-themes#make-it-yours',
  '/site/placements': 'hosts/site-and-themes#make-it-yours',
  '/channels': 'hosts/apps-and-channels#booking-sites',
  '/automation': 'hosts/tasks-and-housekeeping#create-tasks-automatically',
  '/automation/messages': 'guides/automatic-messages',
  '/installed': 'hosts/apps-and-channels#apps',
  '/store': 'hosts/apps-and-channels#apps',
  '/apps': 'hosts/apps-and-channels#apps',
  '/team': 'hosts/team-and-security',
  '/settings': 'hosts/team-and-security',
  '/settings/billing': 'hosts/apps-and-channels#paid-apps',
  '/settings/transfer': 'hosts/set-up#bring-what-you-already-have',
  '/new-team': 'hosts/set-up',
  '/team/tokens': 'guides/command-line',
  '/developer': 'guides/command-line',
  '/developer/:slug/earnings': 'guides/charge-for-your-app#earnings',
  '/developer/themes/:slug/earnings': 'guides/charge-for-your-app#earnings',
  '/review': 'guides/list-your-app',
  '/marketplace': 'guides/production#paid-apps',
  '/health': 'runbook',
  '/outbox': 'runbook',
};

/** Returns the documentation's page for an address in the panel: the hosts' first page if no entry matches. */
export function helpFor(path: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const ofApp = path.replace(/^\/developer\/[^/]+/, '/developer/:slug');
  return HELP[path] ?? HELP[ofApp] ?? (parent === '' ? 'hosts/' : helpFor(parent));
}
