import type { PropertyDetailQuery } from './generated.ts';

/** A property as it is edited. */
export type Property = NonNullable<PropertyDetailQuery['property']>;
