import { createClient } from '@platform/app-sdk';
import { apiUrl, required } from './settings.ts';

/** API client for the install whose credentials `platform install` wrote into .env. */
export const platform = createClient({
  apiUrl,
  token: required('PLATFORM_RUNTIME_TOKEN'),
  version: 'YYYY-MM',
  // persisted: true, // sends documents from src/gql/ by id
});
