import type { Tool } from './tool.ts';
import { cancelCheckout } from './tools/cancel-checkout.ts';
import { completeCheckout } from './tools/complete-checkout.ts';
import { createCheckout } from './tools/create-checkout.ts';
import { getCheckout } from './tools/get-checkout.ts';
import { getProduct } from './tools/get-product.ts';
import { lookupCatalog } from './tools/lookup-catalog.ts';
import { searchCatalog } from './tools/search-catalog.ts';
import { updateCheckout } from './tools/update-checkout.ts';

/** Every tool by name, in the order an agent meets them. */
export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [
    searchCatalog,
    lookupCatalog,
    getProduct,
    createCheckout,
    getCheckout,
    updateCheckout,
    completeCheckout,
    cancelCheckout,
  ].map((tool) => [tool.name, tool]),
);
