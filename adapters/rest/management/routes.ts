import { apps } from './apps.ts';
import { deliveries } from './deliveries.ts';
import { installs } from './installs.ts';
import { listings } from './listings.ts';
import type { Route } from './route.ts';
import { teams } from './teams.ts';
import { themes } from './themes.ts';
import { versions } from './versions.ts';

/** Every management API endpoint (docs/interface/management.md#endpoints). */
export const ROUTES: readonly Route[] = [
  ...teams,
  ...apps,
  ...listings,
  ...versions,
  ...themes,
  ...installs,
  ...deliveries,
];
