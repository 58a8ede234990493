import type { PropertyDetailQuery } from './generated.ts';

/** A property, as edited. */
export type Property = NonNullable<PropertyDetailQuery['property']>;
