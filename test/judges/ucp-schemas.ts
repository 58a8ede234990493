import type { Judge } from './judge.ts';
import { bySchemas, type SchemaFolder } from './official-schemas.ts';
import { type Edition, recordUcp, toolSchemas } from './ucp-answers.ts';

/** The release as https://ucp.dev/2026-04-08/ serves it: the schemas referenced by our responses. */
const RELEASE: SchemaFolder = {
  variable: 'UCP_SCHEMAS_DIR',
  sha256: 'a831cb0c480029fd6891fece708d1e3ceb80f318bd07eab6fb91bb6958ba8bd4',
  files: [
    'capability',
    'discovery/profile',
    'payment_handler',
    'service',
    'shopping/catalog_lookup',
    'shopping/catalog_search',
    'shopping/checkout',
    'shopping/payment',
    ...[
      'amount',
      'attribution',
      'available_payment_instrument',
      'buyer',
      'category',
      'context',
      'description',
      'detail_option_value',
      'error_code',
      'error_response',
      'info_code',
      'input_correlation',
      'item',
      'line_item',
      'link',
      'media',
      'message',
      'message_error',
      'message_info',
      'message_warning',
      'option_value',
      'order_confirmation',
      'pagination',
      'payment_credential',
      'payment_instrument',
      'postal_address',
      'price',
      'price_filter',
      'price_range',
      'product',
      'product_option',
      'rating',
      'reverse_domain_name',
      'search_filters',
      'selected_option',
      'signals',
      'signed_amount',
      'total',
      'totals',
      'variant',
      'warning_code',
    ].map((type) => `shopping/types/${type}`),
    'transports/embedded_config',
    'ucp',
  ].map((file) => `schemas/${file}.json`),
};

const BASE = 'https://ucp.dev/2026-04-08/schemas/';
const EDITION: Edition = {
  profile: '/.well-known/ucp',
  endpoint: '/api/mcp',
  schemas: {
    ...toolSchemas(BASE),
    profile: `${BASE}discovery/profile.json#/$defs/business_profile`,
    error: `${BASE}shopping/types/error_response.json`,
  },
};

/** UCP's official JSON Schemas over a recorded conversation. */
export const ucpSchemas: Judge = {
  name: 'UCP schemas',
  version: 'Universal-Commerce-Protocol/ucp 2026-04-08 (7cc96c5), Apache-2.0',
  about:
    'Profile, every tool and every kind of answer at three storefronts against the official JSON Schemas. `UCP_SCHEMAS_DIR` names the folder `2026-04-08` of the project’s branch `gh-pages` at that commit.',
  exceptions: [
    {
      why: 'A product’s `description` is a sentence, not an object; `get_product` and look-ups of several ids have it in the official form.',
      checks: [
        'search_response /products/*/description must be object',
        'lookup_response /products/*/description must be object',
      ],
    },
  ],
  ...bySchemas(RELEASE, (server) => recordUcp(server, EDITION)),
};
