import { z } from 'zod';
import { FARTHEST_KM, MAX_FILTER_ENTRIES, NEAREST_KM } from '#schema/limits.ts';

const amount = z.int().min(0);
const words = z.array(z.string()).max(MAX_FILTER_ENTRIES);

const bounds = z
  .object({ min: amount.optional(), max: amount.optional() })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, "can't have min above max")
  .optional();

/**
 * Filters for a look-up, the same as for a search except for distance. Only the search publishes their
 * descriptions.
 */
export const lookupFilters = z
  .object({
    price: bounds,
    total: bounds,
    categories: words.optional(),
    amenities: words.optional(),
    free_cancellation: z.boolean().optional(),
  })
  .meta({ description: 'As in search_catalog.' });

/** Search filters. */
export const filters = z.object({
  ...lookupFilters.shape,
  price: bounds.meta({ description: 'Bounds of price, in minor units.' }),
  total: bounds.meta({ description: 'Bounds of the all-in total of dated stays.' }),
  categories: words.optional().meta({ description: 'Any of these.', examples: [['entire_place']] }),
  amenities: words
    .optional()
    .meta({ description: 'All of these tags.', examples: [['wifi', 'pets_allowed']] }),
  near: z
    .object({
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      km: z.number().min(NEAREST_KM).max(FARTHEST_KM),
    })
    .optional()
    .meta({ description: 'Within km of a point.' }),
});

/** Converts filters to supergraph input. */
export const toFilters = ({
  price,
  total,
  categories,
  amenities,
  near,
  free_cancellation,
}: Partial<z.output<typeof filters>>) => ({
  priceMin: price?.min ?? null,
  priceMax: price?.max ?? null,
  totalMin: total?.min ?? null,
  totalMax: total?.max ?? null,
  categories: categories ?? null,
  amenities: amenities ?? null,
  near: near ?? null,
  freeCancellation: free_cancellation ?? null,
});
