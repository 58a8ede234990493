import { cancelCheckout } from './cancel-checkout.ts';
import { completeCheckout } from './complete-checkout.ts';
import { createCheckout } from './create-checkout.ts';
import { getCheckout } from './get-checkout.ts';
import { getProduct } from './get-product.ts';
import { lookupCatalog } from './lookup-catalog.ts';
import { searchCatalog } from './search-catalog.ts';
import type { Tool } from './tool.ts';
import { updateCheckout } from './update-checkout.ts';

/** Every tool by name, in the order in which an agent uses them. */
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
