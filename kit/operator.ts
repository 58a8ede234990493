import { GraphQLError } from 'graphql';
import type { Viewer } from './viewer.ts';

/** Returns the operator signed in to the panel. Throws `ACCESS_DENIED` for anyone else. */
export function operatorId({ viewer }: { readonly viewer: Viewer }): number {
  if (viewer.kind === 'hostUser' && viewer.operator) return viewer.accountId;
  throw new GraphQLError('This field is for operators.', { extensions: { code: 'ACCESS_DENIED' } });
}
