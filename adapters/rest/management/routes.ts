import { apps } from './apps.ts';
import { deliveries } from './deliveries.ts';
import { installs } from './installs.ts';
import { listings } from './listings.ts';
import type { Route } from './route.ts';
import { teams } from './teams.ts';
import { versions } from './versions.ts';

/** Every endpoint of the management API (docs/interface/management.md#endpoints), the one list of them. */
export const ROUTES: readonly Route[] = [
  ...teams,
  ...apps,
  ...listings,
  ...versions,
  ...installs,
  ...deliveries,
];
